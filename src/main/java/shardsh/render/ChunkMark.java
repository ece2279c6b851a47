package shardsh.render;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import shardsh.core.base.Namespace;
import shardsh.core.snapshot.ClusterSnapshot.ChunkView;
import shardsh.core.snapshot.ClusterSnapshot.MigrationView;

/** What may be special about a chunk: a word, a sign for where there is no room, and a role. */
enum ChunkMark {
  JUMBO("jumbo", "J", Role.JUMBO),
  BLOCKED("blocked", "X", Role.BLOCKED),
  MOVING("moving", "~", Role.MOVED),
  MOVED("moved", ">", Role.MOVED),
  NEW("new", "+", Role.MOVED);

  private final String word;
  private final String sign;
  private final Role role;

  ChunkMark(String word, String sign, Role role) {
    this.word = word;
    this.sign = sign;
    this.role = role;
  }

  Role role() {
    return role;
  }

  StyledLine word() {
    return StyledLine.of(word, role);
  }

  StyledLine sign() {
    return StyledLine.of(sign, role);
  }

  /** {@code J jumbo}. */
  StyledLine legend() {
    return StyledLine.of(sign + " " + word, role);
  }

  /** The marks of a chunk, most important first. */
  static List<ChunkMark> of(Scene scene, Namespace ns, ChunkView chunk) {
    List<ChunkMark> marks = new ArrayList<>();
    if (chunk.jumbo()) {
      marks.add(JUMBO);
    }
    Optional<MigrationView> migration = Facts.migrationOf(scene.now(), ns, chunk);
    if (migration.isPresent()) {
      marks.add(Facts.blocksWrites(migration.get()) ? BLOCKED : MOVING);
      return marks;
    }
    Optional<ChunkView> old = Facts.chunkBefore(scene, ns, chunk);
    if (old.isPresent() && !old.get().shard().equals(chunk.shard())) {
      marks.add(MOVED);
    } else if (old.isPresent() && !old.get().range().equals(chunk.range())) {
      marks.add(NEW);
    }
    return marks;
  }

  /** The words of all marks. */
  static StyledLine words(List<ChunkMark> marks) {
    LineBuilder line = new LineBuilder();
    marks.forEach(mark -> line.separate(" ").add(mark.word()));
    return line.build();
  }

  /** The sign of the most important mark. */
  static StyledLine signs(List<ChunkMark> marks) {
    return marks.isEmpty() ? StyledLine.EMPTY : marks.get(0).sign();
  }
}
