// The rows and columns of console.table: [names of the columns, rows], each row a list of cells that
// holds at 2 * i whether there is a value and at 2 * i + 1 the value. Null for what is no table.
// Source: what Node prints.
(function (value, wanted) {
  'use strict';
  if (value === null || typeof value !== 'object') return null;
  const isMap = value instanceof Map;
  const counts = isMap || value instanceof Set;
  const index = counts ? '(iteration index)' : '(index)';
  const columns = [];
  const rows = [];
  let anyPlain = false;

  function add(name, key, item) {
    const row = { name, key, fields: new Map(), plain: false, item };
    const isRow = item !== null && typeof item === 'object' && !counts;
    if (isRow) {
      for (const field of Array.isArray(wanted) ? wanted.map(String) : Object.keys(item)) {
        if (!columns.includes(field)) columns.push(field);
        if (Object.prototype.hasOwnProperty.call(item, field)) row.fields.set(field, item[field]);
      }
    } else {
      row.plain = true;
      anyPlain = true;
    }
    rows.push(row);
  }

  if (isMap) {
    let at = 0;
    for (const [key, item] of value) add(String(at++), key, item);
  } else if (counts) {
    let at = 0;
    for (const item of value) add(String(at++), undefined, item);
  } else {
    for (const name of Object.keys(value)) add(name, undefined, value[name]);
  }
  const head = [index];
  if (isMap) head.push('Key');
  head.push(...columns);
  if (anyPlain) head.push('Values');
  return [head, rows.map((row) => {
    const cells = [];
    if (isMap) cells.push(true, row.key);
    for (const column of columns) cells.push(row.fields.has(column), row.fields.get(column));
    if (anyPlain) cells.push(row.plain, row.plain ? row.item : undefined);
    return [row.name, ...cells];
  })];
})
