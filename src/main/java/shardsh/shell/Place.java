package shardsh.shell;

/**
 * A place in the text of a script.
 *
 * @param source the name given with the text, e.g. a file name
 * @param line from 1
 * @param column from 1; 0 when only the line is known
 * @param text that line itself
 */
public record Place(String source, int line, int column, String text) {}
