// Takes values apart for printing. Loaded when the first value is printed.
(function (shared) {
  'use strict';
  const {
    ArrayBuffer, BigInt, Boolean, DataView, Date, Error, Map, Number, Promise, RegExp, Set, String,
    Symbol, WeakMap, WeakSet, method, concat, eachOfMap, eachOfSet, exec, functionText, hasOwn,
    includes, isArray, isView, join, keys, ownDescriptor, ownKeys, prototypeOf, push, regExpText,
    toStringTag, trimEnd, weakMapGet, weakMapSet,
  } = shared.kept;
  const ids = new WeakMap();
  let lastId = 0;

  // The letter of a BSON type; there is none as long as those types are not loaded.
  const letter = (value) => (shared.BSON === undefined ? undefined : value[shared.BSON]);

  function idOf(object) {
    let id = weakMapGet(ids, object);
    if (id === undefined) {
      id = ++lastId;
      weakMapSet(ids, object, id);
    }
    return id;
  }

  function className(object) {
    for (let at = object; at !== null; at = prototypeOf(at)) {
      const slot = ownDescriptor(at, 'constructor');
      const type = slot && slot.value;
      if (typeof type === 'function' && type.name !== '') return type.name;
    }
    return null;
  }

  function functionName(f) {
    const source = functionText(f);
    if (exec(/^class\b/, source) !== null) {
      const parent = prototypeOf(f);
      return '[class ' + (f.name || '(anonymous)')
        + (typeof parent === 'function' && parent.name ? ' extends ' + parent.name : '') + ']';
    }
    const type = className(f) || 'Function';
    return '[' + type + (f.name ? ': ' + f.name : ' (anonymous)') + ']';
  }

  // The indexes of a list come before its other keys.
  function afterIndexes(names) {
    const isIndex = (name) => typeof name === 'string' && exec(/^(0|[1-9]\d*)$/, name) !== null;
    let at = names.length;
    while (at > 0 && !isIndex(names[at - 1])) at--;
    return at;
  }

  // style, key, value for each property; styles: p a name, s a symbol, x hidden, g an accessor.
  function properties(object, out, isList) {
    const names = ownKeys(object);
    for (let at = isList ? afterIndexes(names) : 0; at < names.length; at++) {
      const key = names[at];
      const slot = ownDescriptor(object, key);
      if (slot === undefined || !slot.enumerable) continue;
      const symbol = typeof key === 'symbol';
      if (slot.get || slot.set) {
        push(out, 'g', symbol ? String(key) : key,
          slot.get && slot.set ? '[Getter/Setter]' : slot.get ? '[Getter]' : '[Setter]');
      } else {
        push(out, symbol ? 's' : 'p', symbol ? String(key) : key, slot.value);
      }
    }
    return out;
  }

  const SHORT_HOLE = 1000;

  // The first index from there on that is not a hole, without a look at each: the list's length if
  // there is none.
  function nextIndex(list, from) {
    const names = keys(list);
    for (let i = 0; i < names.length; i++) {
      const index = Number(names[i]);
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
        push(out, 'h', '', list.length - at);
        return out;
      }
      if (!hasOwn(list, at)) {
        const from = at;
        const near = list.length < at + SHORT_HOLE ? list.length : at + SHORT_HOLE;
        while (at < near && !hasOwn(list, at)) at++;
        if (at === near) at = nextIndex(list, at);
        push(out, 'h', '', at - from);
      } else {
        push(out, 'e', '', list[at++]);
      }
      shown++;
    }
    return out;
  }

  function prefixed(name, plain) {
    return name === plain ? '' : (name === null ? '[' + plain + ': null prototype]' : name) + ' ';
  }

  const box = (type) => ({ type, valueOf: method(type.prototype.valueOf) });
  const BOXES = [box(Number), box(String), box(Boolean), box(Symbol), box(BigInt)];

  // [kind, base, prefix, name, id, items]; kinds: O object, A array, S set, M map, V a BSON value.
  function describe(value, max) {
    const name = className(value);
    if (typeof value === 'function') {
      return ['O', functionName(value), '', 'Function', idOf(value), properties(value, [])];
    }
    const bson = letter(value);
    if (bson !== undefined) return ['V', bson, '', name, 0, []];
    if (value instanceof Date) return ['V', 'd', '', name, 0, []];
    if (value instanceof RegExp) return ['V', 'x', regExpText(value), name, 0, []];
    if (isArray(value)) {
      const prefix = name === 'Array' ? ''
        : trimEnd(prefixed(name, 'Array')) + '(' + value.length + ') ';
      const items = properties(value, elements(value, max, []), true);
      return ['A', '', prefix, name || 'Array', idOf(value), items];
    }
    if (isView(value) && !(value instanceof DataView)) {
      const prefix = name + '(' + value.length + ') ';
      return ['A', '', prefix, name, idOf(value), elements(value, max, [])];
    }
    if (value instanceof Set) {
      const items = [];
      eachOfSet(value, (element) => { push(items, 'e', '', element); });
      return ['S', '', name + '(' + items.length / 3 + ') ', name, idOf(value), properties(value, items)];
    }
    if (value instanceof Map) {
      const items = [];
      eachOfMap(value, (element, key) => { push(items, 'm', key, element); });
      return ['M', '', name + '(' + items.length / 3 + ') ', name, idOf(value), properties(value, items)];
    }
    if (value instanceof Error) {
      const items = properties(value, []);
      const cause = ownDescriptor(value, 'cause');
      if (cause !== undefined && !cause.enumerable) push(items, 'x', 'cause', cause.value);
      const message = String(value.message);
      const text = String(value.name) + (message === '' ? '' : ': ' + message);
      return ['O', text, '', name, idOf(value), items];
    }
    if (value instanceof Promise) return ['O', 'Promise { <pending> }', '', name, 0, []];
    if (value instanceof WeakMap || value instanceof WeakSet) {
      return ['O', name + ' { <items unknown> }', '', name, 0, []];
    }
    for (let i = 0; i < BOXES.length; i++) {
      const type = BOXES[i].type;
      if (value instanceof type) {
        const inner = BOXES[i].valueOf(value);
        const text = typeof inner === 'string' ? "'" + inner + "'" : String(inner);
        return ['O', '[' + type.name + ': ' + text + ']', '', name, 0, []];
      }
    }
    const tag = value[toStringTag];
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
      if (includes(above, value)) return [join(path, '.'), 'cycle'];
      if (above.length >= depthMax) return [join(path, '.'), 'depth'];
      push(above, value);
      const names = keys(value);
      for (let i = 0; i < names.length; i++) {
        const found = search(value[names[i]], concat(path, names[i]));
        if (found !== null) return found;
      }
      above.length--;
      return null;
    }
    return search(root, []);
  }

  // The text of a symbol, also of one that was thrown, which the engine cannot give itself.
  const symbolText = (symbol) => String(symbol);

  return { describe, unstorable, symbolText };
})
