// Run when the first value crosses between JavaScript and Java; the rest is in more.js, bson.js and
// inspect.js. Gets the host's functions and what start.js kept, gives the functions the host calls.
//
// Conversion: `text` writes a value as JSON in which what JSON cannot say is a string that begins
// with TAG and a letter; `revive` reads plain JSON and puts the special values in their places.
(function (host, kept) {
  'use strict';
  const TAG = '\uFDD0\u0001';
  const {
    Date, Number, Object, Array, WeakSet, define, stringify, parse, prototypeOf, is, keys, ownDescriptor,
    weakSetAdd, weakSetHas,
  } = kept;
  const PlainObject = Object.prototype;
  const PlainArray = Array.prototype;
  const DateValue = Date.prototype;
  const fromServer = new WeakSet();
  const shared = { host, kept, TAG, hidden, special, isConverting, proxies: null };
  let converting = false;
  let loaded;
  let types;

  function isConverting() {
    return converting;
  }

  function hidden(target, name, value) {
    define(target, name, { __proto__: null, value, writable: true, configurable: true });
  }

  // The functions that are needed now and then.
  function more() {
    if (loaded === undefined) loaded = host.resource('more.js')(shared);
    return loaded;
  }

  function bson() {
    if (types === undefined) {
      shared.fail = more().fail;
      shared.base64 = more().base64;
      shared.dateOf = more().dateOf;
      types = host.resource('bson.js')(shared);
    }
    return types;
  }

  // Called for every value of a document. Interpreted, an expression costs less than statements.
  function member(key, value) {
    return typeof value === 'string' ? value
      : typeof value === 'number' ? (value - value === 0 && value !== 0 ? value : oddNumber(value))
      : typeof value === 'object' ? (value === null ? null : object(value))
      : typeof value === 'boolean' ? value
      : value === undefined ? null
      : TAG + (typeof value === 'bigint' ? 'g' + value
        : typeof value === 'function' ? more().code(value) : '?' + typeof value);
  }

  function oddNumber(value) {
    return is(value, 0) ? 0 : TAG + 'n' + (value === 0 ? '-0' : value);
  }

  function object(value) {
    // A proxy answers what it likes, or throws, whatever it is asked for.
    if (shared.proxies !== null && weakSetHas(shared.proxies, value)) return TAG + '?Proxy';
    const prototype = prototypeOf(value);
    return prototype !== PlainObject && prototype !== PlainArray ? more().odd(value) : value;
  }

  function text(value) {
    // A getter may store another document while this one is read.
    const before = converting;
    converting = true;
    const changed = ownDateToJson(hideToJson(PlainObject, hideToJson(PlainArray, null)));
    try {
      return stringify(value, member);
    } finally {
      converting = before;
      for (let last = changed; last !== null; last = last.rest) {
        define(last.prototype, 'toJSON', last.descriptor);
      }
    }
  }

  // What a program does to JSON for all its objects is no business of documents.
  function hideToJson(prototype, rest) {
    const descriptor = ownDescriptor(prototype, 'toJSON');
    if (descriptor === undefined || !descriptor.configurable) return rest;
    delete prototype.toJSON;
    return { prototype, descriptor, rest };
  }

  // That of dates is ours as soon as there are any.
  function ownDateToJson(rest) {
    const own = shared.dateToJson;
    const descriptor = own === undefined ? undefined : ownDescriptor(DateValue, 'toJSON');
    if (own === undefined || (descriptor !== undefined && descriptor.value === own)) return rest;
    hidden(DateValue, 'toJSON', own);
    return descriptor === undefined ? rest : { prototype: DateValue, descriptor, rest };
  }

  // The parts of a value from the server come from the server too, on as many levels as it has.
  function mark(value, levels) {
    weakSetAdd(fromServer, value);
    if (levels === 0) return;
    const names = keys(value);
    for (let i = 0; i < names.length; i++) {
      const part = value[names[i]];
      if (typeof part === 'object' && part !== null) mark(part, levels - 1);
    }
  }

  // levels: how many are nested in it; negative for a value that the program might have made itself.
  // places: for each special value the number of keys, the keys, its letter and its payload.
  function revive(json, levels, ...places) {
    const holder = [parse(json)];
    const root = holder[0];
    if (levels >= 0 && typeof root === 'object' && root !== null) mark(root, levels);
    let at = 0;
    while (at < places.length) {
      let parent = holder;
      let key = 0;
      for (let left = places[at++]; left > 0; left--) {
        parent = parent[key];
        key = places[at++];
      }
      parent[key] = special(places[at++], places[at++]);
    }
    return holder[0];
  }

  function special(letter, payload) {
    if (letter === 'd') {
      more().date();
      return new Date(payload);
    }
    if (letter === 'n') return Number(payload);
    if (letter === 'u') return undefined;
    return bson().make(letter, payload);
  }

  // What start.js puts in place of a global when it is first asked for.
  function global(name) {
    if (name === 'Date') return more().date();
    if (name === 'Proxy') return more().proxy();
    return bson().globals[name];
  }

  return {
    text,
    prototypes: [PlainObject, PlainArray, DateValue],
    revive,
    special,
    more,
    global,
    isFromServer: (value) => value !== null && typeof value === 'object' && weakSetHas(fromServer, value),
  };
})
