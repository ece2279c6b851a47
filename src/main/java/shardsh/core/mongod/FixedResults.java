package shardsh.core.mongod;

import java.util.List;
import org.bson.BsonDocument;
import shardsh.core.base.Namespace;

/** Results that are known already. */
record FixedResults(Namespace ns, List<BsonDocument> documents) implements CursorResults {

  FixedResults {
    documents = List.copyOf(documents);
  }

  @Override
  public CursorResults in(LocalReads reads) {
    return this;
  }

  @Override
  public Running start() {
    return new Running() {
      private int position;

      @Override
      public BsonDocument next() {
        return position < documents.size() ? documents.get(position++) : null;
      }

      @Override
      public void charge() {}

      @Override
      public void passOver() {}
    };
  }
}
