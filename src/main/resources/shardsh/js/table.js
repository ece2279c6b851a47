// The rows and columns of console.table: [names of the columns, rows], each row a list of cells that
// holds at 2 * i whether there is a value and at 2 * i + 1 the value. Null for what is no table.
// Source: what Node prints.
(function (kept, value, wanted) {
  'use strict';
  const { Map, Set, String, eachOfMap, eachOfSet, hasOwn, includes, isArray, keys, push } = kept;
  if (value === null || typeof value !== 'object') return null;
  const isMap = value instanceof Map;
  const counts = isMap || value instanceof Set;
  const index = counts ? '(iteration index)' : '(index)';
  const columns = [];
  const rows = [];
  let anyPlain = false;

  function add(name, key, item) {
    const row = { name, key, plain: false, item };
    if (item !== null && typeof item === 'object' && !counts) {
      const fields = isArray(wanted) ? wanted : keys(item);
      for (let i = 0; i < fields.length; i++) {
        const field = String(fields[i]);
        if (!includes(columns, field)) push(columns, field);
      }
    } else {
      row.plain = true;
      anyPlain = true;
    }
    push(rows, row);
  }

  if (isMap) {
    let at = 0;
    eachOfMap(value, (item, key) => { add(String(at++), key, item); });
  } else if (counts) {
    let at = 0;
    eachOfSet(value, (item) => { add(String(at++), undefined, item); });
  } else {
    const names = keys(value);
    for (let i = 0; i < names.length; i++) add(names[i], undefined, value[names[i]]);
  }
  const head = [index];
  if (isMap) push(head, 'Key');
  for (let i = 0; i < columns.length; i++) push(head, columns[i]);
  if (anyPlain) push(head, 'Values');
  const table = [];
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at];
    const cells = [row.name];
    if (isMap) push(cells, true, row.key);
    for (let i = 0; i < columns.length; i++) {
      const isThere = !row.plain && hasOwn(row.item, columns[i]);
      push(cells, isThere, isThere ? row.item[columns[i]] : undefined);
    }
    if (anyPlain) push(cells, row.plain, row.plain ? row.item : undefined);
    push(table, cells);
  }
  return [head, table];
})
