// Takes values apart for printing. Loaded when the first value is printed.
(function (shared) {
  'use strict';
  const { RealDate } = shared;
  const ids = new WeakMap();
  let lastId = 0;
  const has = (object, key) => Object.prototype.hasOwnProperty.call(object, key);

  // The letter of a BSON type; there is none as long as those types are not loaded.
  const letter = (value) => (shared.BSON === undefined ? undefined : value[shared.BSON]);

  function idOf(object) {
    let id = ids.get(object);
    if (id === undefined) {
      id = ++lastId;
      ids.set(object, id);
    }
    return id;
  }

  function className(object) {
    for (let at = object; at !== null; at = Object.getPrototypeOf(at)) {
      const slot = Object.getOwnPropertyDescriptor(at, 'constructor');
      const type = slot && slot.value;
      if (typeof type === 'function' && type.name !== '') return type.name;
    }
    return null;
  }

  function functionText(f) {
    const source = Function.prototype.toString.call(f);
    if (/^class\b/.test(source)) {
      const parent = Object.getPrototypeOf(f);
      return '[class ' + (f.name || '(anonymous)')
        + (typeof parent === 'function' && parent.name ? ' extends ' + parent.name : '') + ']';
    }
    const type = className(f) || 'Function';
    return '[' + type + (f.name ? ': ' + f.name : ' (anonymous)') + ']';
  }

  // The indexes of a list come before its other keys.
  function afterIndexes(keys) {
    const isIndex = (key) => typeof key === 'string' && /^(0|[1-9]\d*)$/.test(key);
    let at = keys.length;
    while (at > 0 && !isIndex(keys[at - 1])) at--;
    return at;
  }

  // style, key, value for each property; styles: p a name, s a symbol, x hidden, g an accessor.
  function properties(object, out, isList) {
    const keys = Reflect.ownKeys(object);
    for (let at = isList ? afterIndexes(keys) : 0; at < keys.length; at++) {
      const key = keys[at];
      const slot = Object.getOwnPropertyDescriptor(object, key);
      if (slot === undefined || !slot.enumerable) continue;
      const symbol = typeof key === 'symbol';
      if (slot.get || slot.set) {
        out.push('g', symbol ? key.toString() : key,
          slot.get && slot.set ? '[Getter/Setter]' : slot.get ? '[Getter]' : '[Setter]');
      } else {
        out.push(symbol ? 's' : 'p', symbol ? key.toString() : key, slot.value);
      }
    }
    return out;
  }

  const SHORT_HOLE = 1000;

  // The first index from there on that is not a hole, without a look at each: the list's length if
  // there is none.
  function nextIndex(list, from) {
    for (const key of Object.keys(list)) {
      const index = Number(key);
      if (index >= from) return index;
    }
    return list.length;
  }

  // styles: e an element, h a hole of that many elements.
  function elements(list, max, out) {
    let at = 0;
    let shown = 0;
    while (at < list.length) {
      if (shown > max) {
        out.push('h', '', list.length - at);
        return out;
      }
      if (!has(list, at)) {
        const from = at;
        const near = Math.min(list.length, at + SHORT_HOLE);
        while (at < near && !has(list, at)) at++;
        if (at === near) at = nextIndex(list, at);
        out.push('h', '', at - from);
      } else {
        out.push('e', '', list[at++]);
      }
      shown++;
    }
    return out;
  }

  function prefixed(name, plain) {
    return name === plain ? '' : (name === null ? '[' + plain + ': null prototype]' : name) + ' ';
  }

  // [kind, base, prefix, name, id, items]; kinds: O object, A array, S set, M map, V a BSON value.
  function describe(value, max) {
    const name = className(value);
    if (typeof value === 'function') {
      return ['O', functionText(value), '', 'Function', idOf(value), properties(value, [])];
    }
    const bson = letter(value);
    if (bson !== undefined) return ['V', bson, '', name, 0, []];
    if (value instanceof RealDate) return ['V', 'd', '', name, 0, []];
    if (value instanceof RegExp) return ['V', 'x', String(value), name, 0, []];
    if (Array.isArray(value)) {
      const prefix = name === 'Array' ? ''
        : prefixed(name, 'Array').trimEnd() + '(' + value.length + ') ';
      const items = properties(value, elements(value, max, []), true);
      return ['A', '', prefix, name || 'Array', idOf(value), items];
    }
    if (ArrayBuffer.isView(value) && !(value instanceof DataView)) {
      const prefix = name + '(' + value.length + ') ';
      return ['A', '', prefix, name, idOf(value), elements(value, max, [])];
    }
    if (value instanceof Set) {
      const items = [];
      for (const element of value) items.push('e', '', element);
      return ['S', '', name + '(' + value.size + ') ', name, idOf(value), properties(value, items)];
    }
    if (value instanceof Map) {
      const items = [];
      for (const [key, element] of value) items.push('m', key, element);
      return ['M', '', name + '(' + value.size + ') ', name, idOf(value), properties(value, items)];
    }
    if (value instanceof Error) {
      const items = properties(value, []);
      const cause = Object.getOwnPropertyDescriptor(value, 'cause');
      if (cause !== undefined && !cause.enumerable) items.push('x', 'cause', cause.value);
      const message = String(value.message);
      const text = String(value.name) + (message === '' ? '' : ': ' + message);
      return ['O', text, '', name, idOf(value), items];
    }
    if (value instanceof Promise) return ['O', 'Promise { <pending> }', '', name, 0, []];
    if (value instanceof WeakMap || value instanceof WeakSet) {
      return ['O', name + ' { <items unknown> }', '', name, 0, []];
    }
    for (const type of [Number, String, Boolean, Symbol, BigInt]) {
      if (value instanceof type) {
        const inner = value.valueOf();
        const text = typeof inner === 'string' ? "'" + inner + "'" : String(inner);
        return ['O', '[' + type.name + ': ' + text + ']', '', name, 0, []];
      }
    }
    const tag = value[Symbol.toStringTag];
    let prefix = prefixed(name, 'Object');
    if (typeof tag === 'string' && tag !== '' && tag !== name) {
      prefix = (prefix === '' ? 'Object ' : prefix) + '[' + tag + '] ';
    }
    return ['O', '', prefix, name || 'Object: null prototype', idOf(value), properties(value, [])];
  }

  // The path of the first value that contains itself or is nested too deep: [path, what], or null.
  function unstorable(root, depthMax) {
    const above = [];
    function search(value, path) {
      if (value === null || typeof value !== 'object' || letter(value) !== undefined) return null;
      if (above.includes(value)) return [path.join('.'), 'cycle'];
      if (above.length >= depthMax) return [path.join('.'), 'depth'];
      above.push(value);
      for (const key of Object.keys(value)) {
        const found = search(value[key], path.concat(key));
        if (found !== null) return found;
      }
      above.pop();
      return null;
    }
    return search(root, []);
  }

  // The text of a symbol, also of one that was thrown, which the engine cannot give itself.
  const symbolText = (symbol) => String(symbol);

  return { describe, unstorable, symbolText };
})
