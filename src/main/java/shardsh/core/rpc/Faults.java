package shardsh.core.rpc;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import shardsh.core.base.CommandException;
import shardsh.core.base.NodeId;

/** The faults on messages that still strike, in the order in which they were added. */
public final class Faults {
  private final List<Fault> faults = new ArrayList<>();
  private int made;

  Faults() {}

  void copyFrom(Faults other) {
    faults.addAll(other.faults);
    made = other.made;
  }

  /**
   * Adds a fault, {@code {from?, to?, command?, do, code?, millis?, times?}}, and gives its number.
   *
   * @param requireCommand refuses a name of a command that nobody has
   * @throws CommandException BAD_VALUE for one that cannot be
   */
  int add(BsonDocument fault, Consumer<String> requireCommand) {
    Fault added = Fault.parse(made + 1, fault);
    added.command().ifPresent(requireCommand);
    faults.add(added);
    return ++made;
  }

  /** Whether there is none. */
  public boolean isEmpty() {
    return faults.isEmpty();
  }

  /** As documents. */
  public List<BsonDocument> toBson() {
    return faults.stream().map(Fault::toBson).toList();
  }

  /** Messages go through again. */
  public void clear() {
    faults.clear();
  }

  /**
   * The first fault that strikes a message, which is thereby counted.
   *
   * @param senders all names of the process that sends
   * @param receivers all names of the one it goes to
   */
  Optional<Fault> strike(List<NodeId> senders, List<NodeId> receivers, String command) {
    for (int i = 0; i < faults.size(); i++) {
      Fault fault = faults.get(i);
      if (fault.strikes(senders, receivers, command)) {
        Optional<Fault> rest = fault.struck();
        if (rest.isPresent()) {
          faults.set(i, rest.get());
        } else {
          faults.remove(i);
        }
        return Optional.of(fault);
      }
    }
    return Optional.empty();
  }
}
