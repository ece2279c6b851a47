package shardsh.core.bson;

import static org.junit.jupiter.api.Assertions.assertEquals;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.bson.BsonBinaryWriter;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;
import org.junit.jupiter.api.Test;

/** The computed size is the size of what org.bson's own encoder writes. */
class BsonSizePropertyTest {

  private static int encodedSize(BsonDocument document) {
    try (BasicOutputBuffer buffer = new BasicOutputBuffer();
        BsonBinaryWriter writer = new BsonBinaryWriter(buffer)) {
      new BsonDocumentCodec().encode(writer, document, EncoderContext.builder().build());
      return buffer.getSize();
    }
  }

  @Property(tries = 1000, seed = "1")
  void sizeIsThatOfTheEncodedDocument(@ForAll long seed) {
    BsonDocument document = new AnyBson(seed).document(4);

    assertEquals(encodedSize(document), BsonSize.of(document), document::toString);
  }

  @Property(tries = 500, seed = "1")
  void anyTextIsCountedInUtf8(@ForAll String text) {
    BsonDocument document = new BsonDocument("é", new BsonString(text));

    assertEquals(encodedSize(document), BsonSize.of(document));
  }

  @Test
  void emptyDocumentTakesFiveBytes() {
    assertEquals(5, BsonSize.of(new BsonDocument()));
  }
}
