package shardsh.core.storage;

import org.bson.BsonDocument;
import shardsh.core.base.Namespace;

/** Hears of every change of the documents of a collection, right after it was made. */
public interface Journal {

  void inserted(Namespace ns, long recordId, BsonDocument document);

  void replaced(Namespace ns, long recordId, BsonDocument before, BsonDocument after);

  void removed(Namespace ns, long recordId, BsonDocument before);
}
