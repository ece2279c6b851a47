// The first of our code, on the way of every start. Cold code costs milliseconds a line, so it holds
// no more than has to be there before the user's program, without loops over iterators and the like;
// prelude.js, more.js, bson.js and inspect.js come when they are needed. It is one function because
// each new kind of value that Java looks at costs as much as all of this.
(() => {
  'use strict';
  const define = Object.defineProperty;
  const { bind, call } = Function.prototype;
  // A method as a function of its `this`.
  const method = bind.bind(call);
  const lists = Array.prototype;
  const texts = String.prototype;
  // As they are before the program can change them: our own code calls nothing else of JavaScript's.
  const kept = {
    Array, ArrayBuffer, BigInt, Boolean, DataView, Date, Error, Function, JSON, Map, Number, Object,
    Promise, Proxy, RegExp, Set, String, Symbol, TypeError, Uint8Array, WeakMap, WeakRef, WeakSet,
    method,
    define,
    parseInt,
    assign: Object.assign,
    hasOwn: Object.hasOwn,
    is: Object.is,
    keys: Object.keys,
    ownDescriptor: Object.getOwnPropertyDescriptor,
    ownNames: Object.getOwnPropertyNames,
    prototypeOf: Object.getPrototypeOf,
    construct: Reflect.construct,
    ownKeys: Reflect.ownKeys,
    stringify: JSON.stringify,
    parse: JSON.parse,
    isArray: Array.isArray,
    isView: ArrayBuffer.isView,
    asIntN: BigInt.asIntN,
    asUintN: BigInt.asUintN,
    trunc: Math.trunc,
    concat: method(lists.concat),
    includes: method(lists.includes),
    join: method(lists.join),
    push: method(lists.push),
    sort: method(lists.sort),
    indexOf: method(texts.indexOf),
    lower: method(texts.toLowerCase),
    padStart: method(texts.padStart),
    slice: method(texts.slice),
    split: method(texts.split),
    trim: method(texts.trim),
    trimEnd: method(texts.trimEnd),
    eachOfMap: method(Map.prototype.forEach),
    eachOfSet: method(Set.prototype.forEach),
    mapGet: method(Map.prototype.get),
    mapHas: method(Map.prototype.has),
    mapSet: method(Map.prototype.set),
    weakMapGet: method(WeakMap.prototype.get),
    weakMapSet: method(WeakMap.prototype.set),
    weakSetAdd: method(WeakSet.prototype.add),
    weakSetHas: method(WeakSet.prototype.has),
    bigIntText: method(BigInt.prototype.toString),
    dateText: method(Date.prototype.toString),
    dateTime: method(Date.prototype.getTime),
    exec: method(RegExp.prototype.exec),
    functionText: method(Function.prototype.toString),
    regExpText: method(RegExp.prototype.toString),
    numberText: method(Number.prototype.toString),
    then: method(Promise.prototype.then),
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
