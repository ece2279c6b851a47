// The part of the prelude that is loaded when one of its functions is first needed.
(function (shared) {
  'use strict';
  const { host, TAG, RealDate, RealProxy, hidden, special, isConverting } = shared;
  const INNER = Symbol('inner');
  const TypedArray = Object.getPrototypeOf(Uint8Array);
  const { keys } = Object;
  let date;
  let proxy;

  // The same objects and prototype as JavaScript's own, but "now" is the cluster's.
  function makeDate() {
    if (date !== undefined) return date;
    hidden(RealDate, 'now', function now() { return host.now(); });
    date = new RealProxy(RealDate, {
      __proto__: null,
      construct(target, args, newTarget) {
        return newTarget === date && args.length === 1 ? new RealDate(args[0])
          : Reflect.construct(target, args.length === 0 ? [host.now()] : args, newTarget);
      },
      apply() { return new RealDate(host.now()).toString(); },
    });
    hidden(RealDate.prototype, 'constructor', date);
    const plain = RealDate.prototype.toJSON;
    hidden(RealDate.prototype, 'toJSON', function toJSON(key) {
      return isConverting() ? TAG + 'd' + this.getTime() : plain.call(this, key);
    });
    return date;
  }

  // A value behind a Proxy can change while it is read; documents refuse it by this list.
  function makeProxy() {
    if (proxy !== undefined) return proxy;
    shared.proxies = new WeakSet();
    proxy = new RealProxy(RealProxy, {
      __proto__: null,
      construct(target, args, newTarget) {
        const made = Reflect.construct(target, args, newTarget);
        shared.proxies.add(made);
        return made;
      },
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
    for (const [key, value] of map) {
      if (typeof key !== 'string') return TAG + '?Map with a key that is not a string';
      fields[key] = value;
    }
    return fields;
  }

  const REFUSED = [Set, WeakMap, WeakSet, WeakRef, Promise];

  // What stands for an object that is neither a plain one nor an array inside a document.
  function odd(value) {
    if (value instanceof RegExp) return regex(value);
    if (shared.proxies !== null && shared.proxies.has(value)) return TAG + '?Proxy';
    if (value instanceof Map) return mapFields(value);
    if (value instanceof Uint8Array) return TAG + 'b0:' + base64(value);
    if (value instanceof ArrayBuffer) return TAG + 'b0:' + base64(new Uint8Array(value));
    if (value instanceof TypedArray) return TAG + '?' + value.constructor.name;
    for (const type of REFUSED) {
      if (value instanceof type) return TAG + '?' + type.name;
    }
    return value;
  }

  // Functions of the program by their text; those of the shell have none.
  function code(value) {
    try {
      return 'F' + Function.prototype.toString.call(value);
    } catch (e) {
      return '?function';
    }
  }

  const errorTypes = new Map();
  function errorType(name) {
    let type = errorTypes.get(name);
    if (type === undefined) {
      type = class extends Error {};
      hidden(type, 'name', name);
      hidden(type.prototype, 'name', name);
      hidden(type.prototype, 'hasErrorLabel', function hasErrorLabel(label) {
        return this.errorLabels.includes(label);
      });
      errorTypes.set(name, type);
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
    toString() { return 'WriteError(' + JSON.stringify(this) + ')'; }
  }

  class BulkWriteResult {
    constructor(fields, writeErrors) {
      Object.assign(this, fields);
      hidden(this, 'failures', writeErrors);
    }
    isOk() { return true; }
    hasWriteErrors() { return this.failures.length > 0; }
    getWriteErrorCount() { return this.failures.length; }
    getWriteErrorAt(index) { return this.failures[index]; }
    getWriteErrors() { return this.failures; }
    getUpsertedIdAt(index) { return this.upsertedIds[index]; }
    toString() { return 'BulkWriteResult(' + JSON.stringify(this) + ')'; }
  }

  function bulkFields(fields) {
    const writeErrors = fields.writeErrors.map((one) => new WriteError(one));
    return { ...fields, writeErrors, result: new BulkWriteResult(fields.result, writeErrors) };
  }

  function fail(name, message, given, inner) {
    const error = new (errorType(name))(message);
    const fields = name === 'MongoBulkWriteError' ? bulkFields(given) : given;
    for (const key of keys(fields || {})) error[key] = fields[key];
    // mongosh's own errors begin with their code.
    const code = name.startsWith('Mongosh') ? /^\[(([A-Z]+)-\d+)\]/.exec(message) : null;
    if (code !== null) {
      error.code = code[1];
      error.scope = code[2];
      error.metadata = undefined;
    }
    if (name.startsWith('Mongo')) {
      hidden(error, 'errorLabels', (fields && fields.errorLabels) || []);
    }
    if (inner !== undefined) hidden(error, INNER, inner);
    throw error;
  }

  return {
    date: makeDate,
    proxy: makeProxy,
    odd,
    code,
    base64,
    fail,
    refuseCall(name, message) {
      if (typeof Object.prototype[name] !== 'function') throw new TypeError(message);
    },
    json: JSON,
    // What can be typed behind the dot of a value.
    memberNames(value) {
      const names = [];
      for (let at = Object(value), depth = 0; at !== null && at !== Object.prototype && depth < 9;
        at = Object.getPrototypeOf(at), depth++) {
        for (const name of Object.getOwnPropertyNames(at)) {
          if (names.length < 500 && name !== 'constructor' && /^[A-Za-z]\w*$/.test(name)) {
            names.push(name);
          }
        }
      }
      return names.join(' ');
    },
    isError: (value) => value instanceof Error,
    inner: (error) => (error !== null && typeof error === 'object' ? error[INNER] : undefined),
    // A holder that tells what became of a promise once its reactions have run; null for others.
    settle(value) {
      if (!(value instanceof Promise)) return null;
      const holder = { done: false, value: undefined };
      value.then((result) => { holder.done = true; holder.value = result; }, () => {});
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
      const documents = Array.isArray(given) ? given : [given];
      let next = 0;
      for (let i = 0; i < documents.length; i++) {
        if (documents[i]._id === undefined) documents[i]._id = special('o', ids[next++]);
      }
    },
    tools: () => host.resource('inspect.js')(shared),
    table: (value, columns) => host.resource('table.js')(value, columns),
  };
})
