package shardsh.js.api;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Methods of mongosh's class that exist here only to say that the model has no such thing. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@interface NotModelled {
  String[] value();
}
