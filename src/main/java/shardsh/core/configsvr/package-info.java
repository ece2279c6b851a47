/**
 * The config servers: owners of the catalog and the only ones to replace it. They serve reads of
 * {@code config.*} and the {@code _configsvr…} commands, each of which is: check, build the
 * successor, replace.
 *
 * <p>Left out of the real server: the sharding DDL coordinators' recovery documents, sampling,
 * telemetry; {@code config.locks} and {@code config.system.sessions} are empty.
 */
package shardsh.core.configsvr;
