// The first of our code, on the way of every start. Cold parsing costs milliseconds a kilobyte, so it
// holds no more than has to be there before the user's program; prelude.js, more.js, bson.js and
// inspect.js come when they are needed. Gets the names of globals that are made when first asked for,
// what makes them, and the source of chance.
(function (names, make, random) {
  'use strict';
  const define = Object.defineProperty;
  // As they are before the program can change them.
  const kept = {
    define,
    stringify: JSON.stringify,
    parse: JSON.parse,
    prototypeOf: Object.getPrototypeOf,
    is: Object.is,
    RealDate: Date,
    RealProxy: Proxy,
  };

  function put(target, name, value, enumerable) {
    define(target, name, { value, writable: true, enumerable, configurable: true });
  }

  function lazy(list, made, enumerable) {
    for (const name of list.split(' ')) {
      define(globalThis, name, {
        enumerable,
        configurable: true,
        get() {
          const value = made(name);
          put(globalThis, name, value, enumerable);
          return value;
        },
        set(value) { put(globalThis, name, value, true); },
      });
    }
  }

  lazy(names, make, false);
  put(Math, 'random', () => random(), false);

  return {
    kept,
    lazy,
    accessor(name, get, set) {
      define(globalThis, name, {
        enumerable: true,
        configurable: true,
        get: () => get(),
        set: (value) => { set(value); },
      });
    },
    typeOf: (value) => typeof value,
    nothing: undefined,
  };
})
