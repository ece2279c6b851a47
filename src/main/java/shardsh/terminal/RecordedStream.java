package shardsh.terminal;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;

/** Bytes on their way to a screen; what they say goes into a recording when they are flushed. */
final class RecordedStream extends OutputStream {
  private static final int BYTES = 8_192;

  private final Recording recording;
  private final OutputStream screen;
  private final CharsetDecoder decoder;

  /** The beginning of a character whose end is yet to come, and room for more. */
  private final ByteBuffer bytes = ByteBuffer.allocate(BYTES);

  private final StringBuilder text = new StringBuilder();

  RecordedStream(Recording recording, OutputStream screen, Charset encoding) {
    this.recording = recording;
    this.screen = screen;
    this.decoder =
        encoding
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);
  }

  @Override
  public synchronized void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public synchronized void write(byte[] more, int offset, int length) throws IOException {
    screen.write(more, offset, length);
    int from = offset;
    while (from < offset + length) {
      int count = Math.min(bytes.remaining(), offset + length - from);
      bytes.put(more, from, count);
      from += count;
      bytes.flip();
      CharBuffer chars = CharBuffer.allocate(BYTES);
      decoder.decode(bytes, chars, false);
      bytes.compact();
      text.append(chars.flip());
    }
  }

  @Override
  public synchronized void flush() throws IOException {
    screen.flush();
    recording.output(text.toString());
    text.setLength(0);
  }
}
