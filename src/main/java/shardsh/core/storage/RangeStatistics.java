package shardsh.core.storage;

/**
 * What lies in a range of the shard key: documents with their BSON bytes, and declared weight with
 * the number of documents it stands for.
 */
public record RangeStatistics(
    long documents, long documentBytes, Fraction weightDocuments, Fraction weightBytes) {

  /** Nothing at all. */
  public static final RangeStatistics NONE =
      new RangeStatistics(0, 0, Fraction.ZERO, Fraction.ZERO);

  /** This and what lies in another range. Sums are exact; round them last. */
  public RangeStatistics plus(RangeStatistics other) {
    return new RangeStatistics(
        documents + other.documents,
        documentBytes + other.documentBytes,
        weightDocuments.plus(other.weightDocuments),
        weightBytes.plus(other.weightBytes));
  }

  /** What is left of this without a part of it. */
  public RangeStatistics minus(RangeStatistics part) {
    return new RangeStatistics(
        documents - part.documents,
        documentBytes - part.documentBytes,
        weightDocuments.minus(part.weightDocuments),
        weightBytes.minus(part.weightBytes));
  }

  /** Documents and weight together, in bytes, rounded to the nearest. */
  public long totalBytes() {
    return documentBytes + weightBytes.rounded();
  }

  /** Documents, and those the weight stands for. */
  public long totalDocuments() {
    return documents + weightDocuments.rounded();
  }
}
