// What predicates of lessons see: plain data, frozen, with the questions that lessons ask of it.
// Called once for each world; gives a function that takes the data and gives `c`.
(function (chunkAt, eventsOf, findConfig, sameValues) {
  'use strict';
  const freeze = Object.freeze;

  const deep = (value) => {
    if (value !== null && typeof value === 'object' && !Object.isFrozen(value)) {
      const plain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
      if (plain) {
        Object.keys(value).forEach((name) => deep(value[name]));
        freeze(value);
      }
    }
    return value;
  };

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
  globalThis.same = (a, b) => sameValues({ a }, { a: b });

  const collection = (ns, data) => {
    const found = data.colls[ns];
    if (!found) {
      return freeze({
        isSharded: false,
        key: null,
        version: null,
        epoch: null,
        timestamp: null,
        unique: false,
        sizeMB: data.unsharded[ns] || 0,
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

  const shard = (id, data) => {
    const found = data.shards[id];
    if (!found) {
      throw new RangeError('no shard ' + id + '; there are ' + Object.keys(data.shards).join(', '));
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

  const router = (id, data) => {
    const found = data.routers[id];
    if (!found) {
      throw new RangeError('no router ' + id + '; there are ' + Object.keys(data.routers).join(', '));
    }
    return freeze({
      refreshes: found.refreshes,
      sent: found.sent,
      cache: (ns) => found.caches[ns],
    });
  };

  return (data) => {
    deep(data);
    const events = once(() => deep(eventsOf()));
    return freeze({
      coll: (ns) => collection(ns, data),
      shard: (id) => shard(id, data),
      shards: freeze(Object.keys(data.shards)),
      mongos: (id) => router(id, data),
      config: freeze({ find: (name, filter) => deep(findConfig(name, filter || {})) }),
      settings: data.settings,
      last: data.last,
      step: data.step,
      lesson: data.lesson,
      get events() {
        return events();
      },
    });
  };
});
