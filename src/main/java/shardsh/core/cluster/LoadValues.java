package shardsh.core.cluster;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.sim.SimRandom;

/**
 * The documents that a load inserts and the filters it reads by, one after the other. Each field
 * has streams of its own, so that one more field changes no value of the others.
 */
final class LoadValues {
  private final LoadSpec spec;
  private final Map<String, SimRandom> inserts = new LinkedHashMap<>();
  private final Map<String, SimRandom> reads = new LinkedHashMap<>();
  private final SimRandom idsRead;
  private final List<BsonValue> ids = new ArrayList<>();
  private final boolean readsIds;
  private final BsonString filling;
  private long inserted;
  private int filters;

  LoadValues(LoadSpec spec, SimRandom random) {
    this.spec = spec;
    for (String field : spec.fields().keySet()) {
      inserts.put(field, random.fork("load.insert." + field));
      reads.put(field, random.fork("load.read." + field));
    }
    this.idsRead = random.fork("load.read.id");
    this.readsIds =
        !spec.fields().containsKey("_id")
            && spec.readBy().stream().anyMatch(fields -> fields.contains("_id"));
    this.filling = new BsonString("x".repeat(spec.documentBytes()));
  }

  /**
   * The next document.
   *
   * @param id as a driver makes it, for a document that has none
   */
  BsonDocument document(BsonObjectId id) {
    BsonDocument document = new BsonDocument();
    if (!spec.fields().containsKey("_id")) {
      document.append("_id", id);
      if (readsIds) {
        ids.add(id);
      }
    }
    for (Map.Entry<String, LoadDistribution> field : spec.fields().entrySet()) {
      put(
          document,
          field.getKey(),
          field.getValue().inserted(inserts.get(field.getKey()), inserted));
    }
    if (spec.documentBytes() > 0) {
      document.append("filling", filling);
    }
    inserted++;
    return document;
  }

  private static void put(BsonDocument document, String path, BsonValue value) {
    int dot = path.indexOf('.');
    if (dot < 0) {
      document.put(path, value);
      return;
    }
    String first = path.substring(0, dot);
    if (!document.isDocument(first)) {
      document.put(first, new BsonDocument());
    }
    put(document.getDocument(first), path.substring(dot + 1), value);
  }

  /**
   * The next filter, equality on each of its fields.
   *
   * @param id to look for while nothing has been inserted
   */
  BsonDocument filter(BsonObjectId id) {
    BsonDocument filter = new BsonDocument();
    for (String field : spec.readBy().get(filters % spec.readBy().size())) {
      LoadDistribution distribution = spec.fields().get(field);
      filter.append(
          field,
          distribution == null
              ? ids.isEmpty() ? id : ids.get(idsRead.nextInt(ids.size()))
              : distribution.lookedFor(reads.get(field), inserted));
    }
    filters++;
    return filter;
  }
}
