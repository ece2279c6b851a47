package shardsh.js.api;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A method that users can call. What stands here is all that help, completion and the command
 * reference know about it.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@interface ShellMethod {
  /** How it is typed, e.g. {@code sh.splitAt("db.coll", {key: value})}. */
  String usage();

  /** A line that has to be typed first for the usage to work; empty for none. */
  String before() default "";

  /**
   * What it does, one sentence. Where only some servers have the method it names the profile, as in
   * {@code (profile 8.0)}.
   */
  String help();

  /**
   * The method's name in mongosh's errors; empty for the class's and its own, e.g. Shard.splitAt.
   */
  String errorName() default "";

  /** Which argument is a filter that says what it is about; -1 for none. */
  int filterAt() default -1;

  /** The most arguments it takes; -1 where more of them are ignored, as mongosh does. */
  int takes() default -1;

  /** The text of the warning that it is deprecated; empty for none. Such methods have no help. */
  String deprecated() default "";

  /** Whether help lists it; false for old names, which are completed all the same. */
  boolean listed() default true;

  /** False where the server's command is one that the model refuses: help lists no such method. */
  boolean modelled() default true;

  /** Whether a call counts as a command of the user; false for what only prepares or reads one. */
  boolean counts() default true;
}
