// The part of the prelude that is loaded when one of its functions is first needed.
(function (shared) {
  'use strict';
  const { host, kept, TAG, hidden, special, isConverting } = shared;
  const {
    Array, ArrayBuffer, Date, Error, JSON, Map, Object, Promise, Proxy, RegExp, Set, String, Symbol, TypeError,
    Uint8Array, WeakMap, WeakRef, WeakSet, method, assign, construct, dateText, dateTime, eachOfMap, exec,
    functionText, includes, isArray, join, keys, mapGet, mapSet, ownNames, parse, prototypeOf, push, slice,
    stringify, then, weakSetAdd, weakSetHas,
  } = kept;
  const INNER = Symbol('inner');
  const TypedArray = prototypeOf(Uint8Array);
  let date;
  let proxy;

  // The same objects and prototype as JavaScript's own, but "now" is the cluster's.
  function makeDate() {
    if (date !== undefined) return date;
    hidden(Date, 'now', function now() { return host.now(); });
    date = new Proxy(Date, {
      __proto__: null,
      construct(target, args, newTarget) {
        return newTarget === date && args.length === 1 ? new Date(args[0])
          : construct(target, args.length === 0 ? [host.now()] : args, newTarget);
      },
      apply() { return dateText(new Date(host.now())); },
    });
    hidden(Date.prototype, 'constructor', date);
    const plain = method(Date.prototype.toJSON);
    shared.dateToJson = function toJSON(key) {
      return isConverting() ? TAG + 'd' + dateTime(this) : plain(this, key);
    };
    hidden(Date.prototype, 'toJSON', shared.dateToJson);
    return date;
  }

  // What the program gets for `new Date(input)`; without an input it is now.
  function dateOf(input) {
    makeDate();
    return input === undefined ? new Date(host.now()) : new Date(input);
  }

  // A value behind a Proxy can change while it is read; documents refuse it by this list.
  function makeProxy() {
    if (proxy !== undefined) return proxy;
    shared.proxies = new WeakSet();
    proxy = new Proxy(Proxy, {
      __proto__: null,
      construct(target, args, newTarget) {
        const made = construct(target, args, newTarget);
        weakSetAdd(shared.proxies, made);
        return made;
      },
    });
    const { revocable } = Proxy;
    hidden(Proxy, 'revocable', (target, handler) => {
      const made = revocable(target, handler);
      weakSetAdd(shared.proxies, made.proxy);
      return made;
    });
    return proxy;
  }

  const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  function base64(bytes) {
    let out = '';
    for (let i = 0; i < bytes.length; i += 3) {
      const left = bytes.length - i;
      const second = left > 1 ? bytes[i + 1] : 0;
      const word = (bytes[i] << 16) | (second << 8) | (left > 2 ? bytes[i + 2] : 0);
      out += DIGITS[word >> 18] + DIGITS[(word >> 12) & 63]
        + (left > 1 ? DIGITS[(word >> 6) & 63] : '=') + (left > 2 ? DIGITS[word & 63] : '=');
    }
    return out;
  }

  function regex(value) {
    let options = '';
    if (value.ignoreCase) options += 'i';
    if (value.multiline) options += 'm';
    if (value.global || value.dotAll) options += 's';
    return TAG + 'r' + options + '/' + value.source;
  }

  function mapFields(map) {
    const fields = {};
    let isNamed = true;
    eachOfMap(map, (value, key) => {
      if (typeof key === 'string') fields[key] = value;
      else isNamed = false;
    });
    return isNamed ? fields : TAG + '?Map with a key that is not a string';
  }

  const REFUSED = [Set, WeakMap, WeakSet, WeakRef, Promise];

  // What stands for an object that is neither a plain one nor an array inside a document.
  function odd(value) {
    if (value instanceof RegExp) return regex(value);
    if (value instanceof Map) return mapFields(value);
    if (value instanceof Uint8Array) return TAG + 'b0:' + base64(value);
    if (value instanceof ArrayBuffer) return TAG + 'b0:' + base64(new Uint8Array(value));
    if (value instanceof TypedArray) return TAG + '?' + value.constructor.name;
    for (let i = 0; i < REFUSED.length; i++) {
      if (value instanceof REFUSED[i]) return TAG + '?' + REFUSED[i].name;
    }
    return value;
  }

  // Functions of the program by their text; those of the shell have none.
  function code(value) {
    try {
      return 'F' + functionText(value);
    } catch (e) {
      return '?function';
    }
  }

  const errorTypes = new Map();
  function errorType(name) {
    let type = mapGet(errorTypes, name);
    if (type === undefined) {
      type = class extends Error {};
      hidden(type, 'name', name);
      hidden(type.prototype, 'name', name);
      hidden(type.prototype, 'hasErrorLabel', function hasErrorLabel(label) {
        return includes(this.errorLabels, label);
      });
      mapSet(errorTypes, name, type);
    }
    return type;
  }

  // What the driver hangs on the error of a bulk write.
  class WriteError {
    constructor(fields) {
      this.err = fields.err;
    }
    get code() { return this.err.code; }
    get index() { return this.err.index; }
    get errmsg() { return this.err.errmsg; }
    get errInfo() { return this.err.errInfo; }
    getOperation() { return this.err.op; }
    toJSON() {
      return { code: this.code, index: this.index, errmsg: this.errmsg, op: this.err.op };
    }
    toString() { return 'WriteError(' + stringify(this) + ')'; }
  }

  class BulkWriteResult {
    constructor(fields, writeErrors) {
      assign(this, fields);
      hidden(this, 'failures', writeErrors);
    }
    isOk() { return true; }
    hasWriteErrors() { return this.failures.length > 0; }
    getWriteErrorCount() { return this.failures.length; }
    getWriteErrorAt(index) { return this.failures[index]; }
    getWriteErrors() { return this.failures; }
    getUpsertedIdAt(index) { return this.upsertedIds[index]; }
    toString() { return 'BulkWriteResult(' + stringify(this) + ')'; }
  }

  function bulkFields(fields) {
    const writeErrors = [];
    for (let i = 0; i < fields.writeErrors.length; i++) writeErrors[i] = new WriteError(fields.writeErrors[i]);
    return { ...fields, writeErrors, result: new BulkWriteResult(fields.result, writeErrors) };
  }

  const startsWith = (text, start) => slice(text, 0, start.length) === start;

  function fail(name, message, given, inner) {
    const error = new (errorType(name))(message);
    const fields = name === 'MongoBulkWriteError' ? bulkFields(given) : given;
    assign(error, fields);
    // mongosh's own errors begin with their code.
    const code = startsWith(name, 'Mongosh') ? exec(/^\[(([A-Z]+)-\d+)\]/, message) : null;
    if (code !== null) {
      error.code = code[1];
      error.scope = code[2];
      error.metadata = undefined;
    }
    if (startsWith(name, 'Mongo')) {
      hidden(error, 'errorLabels', (fields && fields.errorLabels) || []);
    }
    if (inner !== undefined) hidden(error, INNER, inner);
    throw error;
  }

  return {
    date: makeDate,
    dateOf,
    proxy: makeProxy,
    odd,
    code,
    base64,
    fail,
    refuseCall(name, message) {
      if (typeof Object.prototype[name] !== 'function') throw new TypeError(message);
    },
    toJson: (value, replacer, space) => stringify(value, replacer, space),
    fromJson: (text) => parse(text),
    time: (date) => dateTime(date),
    // What can be typed behind the dot of a value.
    memberNames(value) {
      const names = [];
      for (let at = Object(value), depth = 0; at !== null && at !== Object.prototype && depth < 9;
        at = prototypeOf(at), depth++) {
        const own = ownNames(at);
        for (let i = 0; i < own.length && names.length < 500; i++) {
          if (own[i] !== 'constructor' && exec(/^[A-Za-z]\w*$/, own[i]) !== null) push(names, own[i]);
        }
      }
      return join(names, ' ');
    },
    isError: (value) => value instanceof Error,
    inner: (error) => (error !== null && typeof error === 'object' ? error[INNER] : undefined),
    // A holder that tells what became of a promise once its reactions have run; null for others.
    settle(value) {
      if (!(value instanceof Promise)) return null;
      const holder = { done: false, value: undefined };
      then(value, (result) => { holder.done = true; holder.value = result; }, () => {});
      return holder;
    },
    // Calls f for each value until it answers false; whether it reached the end.
    each(list, f) {
      for (let i = 0; i < list.length; i++) if (f(list[i]) === false) return false;
      return true;
    },
    map(list, f) {
      for (let i = 0; i < list.length; i++) list[i] = f(list[i]);
      return list;
    },
    addIds(given, ...ids) {
      const documents = isArray(given) ? given : [given];
      let next = 0;
      for (let i = 0; i < documents.length; i++) {
        if (documents[i]._id === undefined) documents[i]._id = special('o', ids[next++]);
      }
    },
    tools: () => host.resource('inspect.js')(shared),
    table: (value, columns) => host.resource('table.js')(kept, value, columns),
  };
})
