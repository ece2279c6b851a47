package shardsh.core.base;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ErrorNamesTest {

  @Test
  void codeOfTheServersListHasItsName() {
    assertEquals("ShutdownInProgress", ErrorCode.of(91).codeName());
    assertEquals("LockFailed", ErrorCode.of(107).codeName());
    assertEquals("PrimarySteppedDown", ErrorCode.of(189).codeName());
    assertEquals("NetworkInterfaceExceededTimeLimit", ErrorCode.of(202).codeName());
    assertEquals("RetryChangeStream", ErrorCode.of(234).codeName());
    assertEquals("TransactionExceededLifetimeLimitSeconds", ErrorCode.of(290).codeName());
    assertEquals("SocketException", ErrorCode.of(9001).codeName());
    assertEquals("InterruptedAtShutdown", ErrorCode.of(11600).codeName());
    assertEquals("InterruptedDueToReplStateChange", ErrorCode.of(11602).codeName());
    assertEquals("OBSOLETE_StaleShardVersion", ErrorCode.of(63).codeName());
    assertEquals("OBSOLETE_DuplicateKeyValue", ErrorCode.of(84).codeName());
  }

  @Test
  void codeOutsideTheListIsALocation() {
    assertEquals("Location50973", ErrorCode.of(50973).codeName());
  }

  @Test
  void everyConstantAgreesWithTheList() throws IllegalAccessException {
    List<String> wrong = new ArrayList<>();
    for (var field : ErrorCode.class.getFields()) {
      if (Modifier.isStatic(field.getModifiers()) && field.get(null) instanceof ErrorCode code) {
        String listed = ErrorNames.of(code.code()).orElse(code.codeName());
        if (!listed.equals(code.codeName())) {
          wrong.add(field.getName() + " is " + code.codeName() + ", listed as " + listed);
        }
      }
    }

    assertEquals(List.of(), wrong);
  }

  @Test
  void noNamedCodeIsWrittenAsALocation() throws IOException {
    Pattern location = Pattern.compile("location\\(([0-9_]+)\\)");
    List<String> wrong = new ArrayList<>();
    try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
      for (Path file : files.filter(path -> path.toString().endsWith(".java")).sorted().toList()) {
        Matcher call = location.matcher(Files.readString(file));
        while (call.find()) {
          int code = Integer.parseInt(call.group(1).replace("_", ""));
          ErrorNames.of(code).ifPresent(name -> wrong.add(file + ": " + code + " is " + name));
        }
      }
    }

    assertEquals(List.of(), wrong);
  }

  @Test
  void nameLeadsBackToItsCode() {
    ErrorNames.all()
        .forEach((code, name) -> assertEquals(code, ErrorCode.named(name).orElseThrow().code()));
  }
}
