// The first of our code, on the way of every start. Cold code costs milliseconds a line, so it holds
// no more than has to be there before the user's program, without loops over iterators and the like;
// prelude.js, more.js, bson.js and inspect.js come when they are needed. It is one function because
// each new kind of value that Java looks at costs as much as all of this.
(() => {
  'use strict';
  const define = Object.defineProperty;
  // As they are before the program can change them.
  const kept = {
    define,
    stringify: JSON.stringify,
    parse: JSON.parse,
    prototypeOf: Object.getPrototypeOf,
    is: Object.is,
    keys: Object.keys,
    ownDescriptor: Object.getOwnPropertyDescriptor,
    RealDate: Date,
    RealProxy: Proxy,
  };

  // Descriptors inherit nothing: the program may have given every object a "get".
  function put(name, value, enumerable) {
    define(globalThis, name, { __proto__: null, value, writable: true, enumerable, configurable: true });
  }

  function lazy(name, make, enumerable) {
    define(globalThis, name, {
      __proto__: null,
      enumerable,
      configurable: true,
      get() {
        const value = make(name);
        put(name, value, enumerable);
        return value;
      },
      set(value) { put(name, value, true); },
    });
  }

  function accessor(name, get, set) {
    define(globalThis, name, {
      __proto__: null,
      enumerable: true,
      configurable: true,
      get: () => get(),
      set: (value) => { set(value); },
    });
  }

  return (what, value, enumerable, ...names) => {
    if (what === 'lazy') {
      for (let i = 0; i < names.length; i++) lazy(names[i], value, enumerable);
    } else if (what === 'accessor') {
      accessor(names[0], value, names[1]);
    } else if (what === 'random') {
      Math.random = () => value();
    } else if (what === 'typeOf') {
      return typeof value;
    } else if (what === 'kept') {
      return kept;
    }
    return undefined;
  };
})()
