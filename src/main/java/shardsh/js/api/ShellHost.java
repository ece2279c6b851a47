package shardsh.js.api;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.bson.BsonDocument;
import shardsh.core.base.NodeId;
import shardsh.core.base.WorkDone;
import shardsh.core.cluster.Connection;
import shardsh.js.EnginePorts;
import shardsh.render.StyledLine;

/** What the API asks of the session around it. */
public interface ShellHost extends EnginePorts {

  /**
   * A connection to one process: by its node's name, {@code host:port} or a {@code mongodb://}
   * address.
   *
   * @throws shardsh.js.ShellInputException if there is no such process, or the text is no address
   */
  Connection connect(String address);

  /** Lines that the program prints, in order, before its value. */
  void print(List<StyledLine> lines);

  /** The current database is another one, or on another connection; the prompt follows it. */
  void databaseChanged(Connection connection, String database);

  /**
   * The program in a file that the user names, for {@code load}, its direct words made calls;
   * relative paths start at the working directory.
   *
   * @throws shardsh.js.ShellInputException if files are not allowed here or it cannot be read
   */
  String readFile(String path);

  /** The session's settings, for {@code config}. */
  Settings settings();

  /** Whether statements come from a person or a pipe rather than from a script file. */
  boolean isInteractive();

  /** Lets simulated time pass, for {@code sleep}. */
  void sleep(long millis);

  /** Clears the screen, for {@code cls}. */
  void clearScreen();

  /** The lines typed so far, oldest first. */
  List<String> history();

  /**
   * Draws what a word of {@code show} names that is not one of mongosh's, e.g. {@code cluster}.
   *
   * @return empty if there is no such word
   */
  Optional<List<StyledLine>> show(String word, List<String> arguments);

  /**
   * What {@code help TOPIC} says, the first page for an empty topic; empty if nothing is known
   * about it.
   */
  Optional<List<StyledLine>> help(String topic);

  /**
   * A helper was called, before it sends anything.
   *
   * @param name e.g. {@code find}, {@code sh.splitAt}, {@code db.runCommand}, {@code sim.fill}
   * @param node the process it is sent to
   * @param ns the collection it is about, e.g. {@code shop.orders}; empty if it is about none
   * @param filter the filter it was given, if any
   */
  void helperCalled(String name, NodeId node, String ns, Optional<BsonDocument> filter);

  /**
   * The helper that was called last of those not ended yet has ended.
   *
   * @param result what it gave: BSON, a text, a number, a {@link FirstBatch} or anything else
   */
  default void helperReturned(Object result) {}

  /** As {@link #helperReturned}, but it threw. */
  default void helperFailed(RuntimeException problem) {}

  /**
   * A cursor is about to send its command, perhaps long after the helper that gave it has ended.
   */
  default void cursorAsks(FirstBatch cursor) {}

  /** A cursor is about to ask for more, perhaps after other helpers were called. */
  default void cursorGoesOn(FirstBatch cursor) {}

  /**
   * Sends a part of a call's work, of which those who wait see one count.
   *
   * @param begun what was done of the work before this part
   */
  <T> T counting(WorkDone begun, Supplier<T> part);

  /** What a real cluster does by itself or by accident. */
  SimHost sim();

  /**
   * Does what a direct word of a script file says, and prints what it shows.
   *
   * @param line the line, e.g. {@code show chunks}
   */
  void runWord(String line);
}
