package shardsh.js.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every method that users can call says how it is called and what it does. */
class ShellMethodTest {

  private static List<Class<?>> classes(ApiWorld world) {
    List<Class<?>> classes = new ArrayList<>();
    for (ApiNames name : ApiNames.values()) {
      for (Object part : name.example(world.api).parts()) {
        for (Class<?> at = part.getClass(); at != Object.class; at = at.getSuperclass()) {
          classes.add(at);
        }
      }
    }
    classes.add(Bulk.BulkFind.class);
    classes.add(ExplainableCursor.class);
    return classes;
  }

  @Test
  void everyMethodWithArgumentsOfTheProgramIsAnnotated() {
    List<String> faults = new ArrayList<>();
    int methods = 0;
    for (Class<?> type : classes(new ApiWorld())) {
      for (Method method : type.getDeclaredMethods()) {
        Class<?>[] parameters = method.getParameterTypes();
        boolean callable =
            method.getReturnType() == Object.class
                && parameters.length == 1
                && parameters[0] == Args.class
                && !java.lang.reflect.Modifier.isPrivate(method.getModifiers());
        if (callable) {
          methods++;
          if (method.getAnnotation(ShellMethod.class) == null) {
            faults.add(method.toString());
          }
        }
      }
    }

    assertEquals(List.of(), faults);
    assertEquals(true, methods > 250, methods + " methods");
  }

  @Test
  void usageNamesTheMethodAndHelpIsASentence() {
    List<String> faults = new ArrayList<>();
    ApiWorld world = new ApiWorld();
    for (ApiNames name : ApiNames.values()) {
      for (MethodInfo info : world.api.methods(name)) {
        boolean good =
            !info.modelled()
                || info.usage().contains(info.name())
                    && info.help().endsWith(".")
                    && Character.isUpperCase(info.help().charAt(0))
                || info.help().equals("32 or 64.");
        if (!good) {
          faults.add(name + " " + info);
        }
      }
    }

    assertEquals(List.of(), faults);
  }

  @Test
  void helpOfShardingIsInMongoshsOrder() {
    List<String> names = new ArrayList<>();
    new ApiWorld().api.methods(ApiNames.SHARD).forEach(info -> names.add(info.name()));

    assertEquals(47, names.size());
    assertEquals(
        List.of(
            "enableSharding",
            "commitReshardCollection",
            "abortReshardCollection",
            "shardCollection"),
        names.subList(0, 4));
    assertEquals("getTransitionToDedicatedConfigServerStatus", names.get(46));
  }
}
