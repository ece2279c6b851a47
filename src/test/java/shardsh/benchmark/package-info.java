/**
 * What the same work costs here and in straight Java: 100,000 orders, in processes of their own
 * that take turns. No test: {@code mvn -Pbench -DskipTests verify} builds the program, runs {@link
 * shardsh.benchmark.Benchmarks} and prints a table.
 */
package shardsh.benchmark;
