/**
 * Lesson and cluster files: reading them, saying everything that is wrong with one at once, and
 * writing cluster files. A file becomes a tree of {@link shardsh.lesson.SourceNode}s that know
 * their lines, the tree is held against a JSON Schema, and what no schema can say is checked after
 * that.
 *
 * <p>Left out: anchors, aliases and tags of YAML, and files of several documents. A lesson is data
 * from strangers; what can be read is what can be seen.
 */
package shardsh.lesson;
