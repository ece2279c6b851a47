package shardsh.js.api;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The order of a class's methods in help; those that are not named follow by name. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@interface HelpOrder {
  String[] value();
}
