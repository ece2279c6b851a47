/**
 * BSON values as the server treats them: one total order over all of them, dotted paths through
 * arrays, arithmetic across number types, and their text in the server's messages. Values are
 * {@code org.bson.BsonValue}s; a document that has been handed over is never changed again.
 *
 * <p>Left out of the real server: collations other than simple order by code point live with the
 * queries; the BSON size limit is checked where documents are stored.
 */
package shardsh.core.bson;
