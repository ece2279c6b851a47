package shardsh.core.update;

import org.bson.BsonDocument;

/**
 * What an update made of a document.
 *
 * @param document the document afterwards; the same instance when nothing changed
 * @param changed whether it counts as modified
 */
public record UpdateResult(BsonDocument document, boolean changed) {}
