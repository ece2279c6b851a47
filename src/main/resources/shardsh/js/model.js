// What predicates of lessons see: plain data, frozen, with the questions that lessons ask of it.
// Called once for each world; gives a function that gives `c`. Each part of it is fetched when it is
// first looked at: most predicates look at one.
(function (part, chunkAt, eventsOf, findConfig, sameValues, findDocuments, areEqual) {
  'use strict';
  const freeze = Object.freeze;
  const PlainObject = Object.prototype;
  const PlainArray = Array.prototype;

  // Called for every document and array that is fetched.
  const froze = (value) => {
    const prototype = Object.getPrototypeOf(value);
    if (prototype !== PlainObject && prototype !== PlainArray) return value;
    const names = Object.keys(value);
    for (let i = 0; i < names.length; i++) {
      const part = value[names[i]];
      if (typeof part === 'object' && part !== null) froze(part);
    }
    return freeze(value);
  };
  const deep = (value) => (typeof value === 'object' && value !== null ? froze(value) : value);

  const once = (make) => {
    let made;
    let done = false;
    return () => {
      if (!done) {
        made = make();
        done = true;
      }
      return made;
    };
  };

  const parts = (version) => {
    if (typeof version === 'string') {
      const found = /^(\d+)\|(\d+)$/.exec(version);
      if (!found) {
        throw new TypeError('"' + version + '" is no version; write "2|1"');
      }
      return [Number(found[1]), Number(found[2])];
    }
    if (version && typeof version.major === 'number') {
      return [version.major, version.minor];
    }
    if (version && typeof version.getHighBits === 'function') {
      return [version.getHighBits(), version.getLowBits()];
    }
    throw new TypeError('no version: ' + version);
  };

  globalThis.v = (version) => {
    const [major, minor] = parts(version);
    return freeze({
      major,
      minor,
      valueOf: () => major * 4294967296 + minor,
      toString: () => major + '|' + minor,
    });
  };
  // Of long lists only what is new arrives: see ListFeed.
  const lists = new Map();
  const numbers = new WeakMap();
  const arrived = ({ id, of, kept, fresh, isFirst }) => {
    if (isFirst) lists.clear();
    if (!lists.has(id)) {
      const all = of > 0 ? lists.get(of).slice(0, kept).concat(deep(fresh)) : deep(fresh);
      lists.delete(of);
      lists.set(id, freeze(all));
      numbers.set(all, id);
    }
    return lists.get(id);
  };

  const isKnownSame = (a, b) => {
    const one = numbers.get(a);
    const other = numbers.get(b);
    return one !== undefined && other !== undefined && areEqual(one, other);
  };
  globalThis.same = (a, b) => isKnownSame(a, b) || sameValues({ a }, { a: b });

  // Commands do not change once they are over, so each is fetched once for all looks, and what is
  // large in it when it is looked at.
  const commands = new Map();
  const COMMANDS_MAX = 20000;
  const LARGE = ['route', 'result', 'output', 'cost'];
  const fetched = (number) => {
    const of = String(number);
    const whole = { ...deep(part('command', of)) };
    for (const name of LARGE) {
      const get = once(() => deep(part(name, of)));
      Object.defineProperty(whole, name, { enumerable: true, get });
    }
    return freeze(whole);
  };
  const command = (number) => {
    let found = commands.get(number);
    if (found === undefined) {
      if (commands.size > COMMANDS_MAX) {
        commands.clear();
      }
      found = fetched(number);
      commands.set(number, found);
    }
    return found;
  };

  const allEvents = (ofStep) => arrived(eventsOf(ofStep));

  const scope = (name) => {
    const data = deep(part(name, ''));
    const all = once(() =>
      freeze(Array.from({ length: data.count }, (_, i) => command(data.first + i))),
    );
    const events = once(() => allEvents(name === 'step'));
    return freeze({
      get commands() {
        return all();
      },
      get events() {
        return events();
      },
      cost: data.cost,
      predictions: data.predictions,
      answers: data.answers,
    });
  };

  const last = () => {
    const { first, count } = part('lesson', '');
    return count > 0 ? command(first + count - 1) : deep(part('nothing', ''));
  };

  const collection = (ns) => {
    const found = deep(part('coll', ns));
    if (!found) {
      return freeze({
        isSharded: false,
        key: null,
        version: null,
        epoch: null,
        timestamp: null,
        unique: false,
        sizeMB: part('unsharded', ns),
        chunks: freeze([]),
        chunk: () => undefined,
        shardVersion: () => undefined,
        owners: () => freeze({}),
      });
    }
    const rows = once(() => {
      const named = findConfig('chunks', { ns });
      const owner = findConfig('collections', { _id: ns })[0];
      return named.length > 0 || !owner ? named : findConfig('chunks', { uuid: owner.uuid });
    });
    const history = (chunk) => {
      const row = rows().find((one) => sameValues({ a: one.min }, { a: chunk.min }));
      return deep((row && row.history) || []);
    };
    const chunks = freeze(
      found.chunks.map((chunk) =>
        freeze(
          Object.defineProperty({ ...chunk }, 'history', {
            enumerable: false,
            get: once(() => history(chunk)),
          }),
        ),
      ),
    );
    return freeze({
      ...found,
      isSharded: true,
      chunks,
      chunk: (key) => chunks[chunkAt(ns, key)],
      shardVersion: (id) => found.shardVersions[id],
      owners: () => {
        const counts = {};
        found.chunks.forEach((chunk) => {
          counts[chunk.shard] = (counts[chunk.shard] || 0) + 1;
        });
        return freeze(counts);
      },
    });
  };

  const shard = (id) => {
    const found = deep(part('shard', id));
    if (!found) {
      throw new RangeError('no shard ' + id + '; there are ' + part('shards', '').join(', '));
    }
    const of = (ns) => found.colls[ns] || {};
    return freeze({
      rangeDeletions: found.rangeDeletions,
      reads: found.reads,
      writes: found.writes,
      isDraining: found.isDraining,
      isAdded: found.isAdded,
      zones: found.zones,
      members: found.members,
      sizeMB: (ns) => of(ns).sizeMB || 0,
      count: (ns) => of(ns).count || 0,
      owned: (ns) => of(ns).owned || 0,
      orphans: (ns) => of(ns).orphans || 0,
      filtering: (ns) => freeze({ version: of(ns).filtering }),
    });
  };

  const router = (id) => {
    const found = deep(part('router', id));
    if (!found) {
      throw new RangeError('no router ' + id + '; there are ' + part('routers', '').join(', '));
    }
    return freeze({
      get refreshes() {
        return part('refreshes', id);
      },
      get sent() {
        return part('sent', id);
      },
      cache: (ns) => found.caches[ns],
    });
  };

  const named = (make) => {
    const made = new Map();
    return (name) => {
      const key = String(name);
      if (!made.has(key)) {
        made.set(key, make(key));
      }
      return made.get(key);
    };
  };

  return () => {
    const parts = {
      shards: () => deep(part('shards', '')),
      settings: () => deep(part('settings', '')),
      last,
      step: () => scope('step'),
      lesson: () => scope('lesson'),
      events: () => allEvents(false),
    };
    const c = {
      coll: named(collection),
      shard: named(shard),
      mongos: named(router),
      config: freeze({ find: (name, filter) => deep(findConfig(name, filter || {})) }),
      find: (ns, filter) => arrived(findDocuments(ns, filter || {})),
    };
    for (const name of Object.keys(parts)) {
      Object.defineProperty(c, name, { enumerable: true, get: once(parts[name]) });
    }
    return freeze(c);
  };
});
