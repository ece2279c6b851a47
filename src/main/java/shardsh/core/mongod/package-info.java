/**
 * A shard: its data, the check of versions that come with requests, execution, both sides of
 * migrations and the deletion of ranges it gave away.
 *
 * <p>Left out of the real server: the storage engine, journal and oplog; secondaries hold the
 * primary's data as it was when their lag began, and only clients' writes lag; requests run one
 * after the other.
 */
package shardsh.core.mongod;
