package shardsh.terminal;

import org.jline.reader.Buffer;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import shardsh.render.AnsiWriter;
import shardsh.render.StyledLine;
import shardsh.shell.PromptChoices;
import shardsh.shell.ShellSession;

/** What stands below the input: how the method is called that is being typed, and the status. */
final class PromptBelow {
  private final ShellSession session;
  private final AnsiWriter ansi;
  private PromptChoices choices;
  private boolean isOn;

  /** The status changes only with a submission, or when the screen gets another width. */
  private AttributedString status = AttributedString.EMPTY;

  private int statusWidth = -1;

  PromptBelow(ShellSession session, AnsiWriter ansi) {
    this.session = session;
    this.ansi = ansi;
  }

  /** A prompt begins. */
  void begin() {
    choices = session.choices();
    isOn = true;
    statusWidth = -1;
  }

  /** Nothing is shown until the next prompt. */
  void end() {
    isOn = false;
  }

  /** The lines for so many columns. */
  AttributedString text(Buffer buffer, int width) {
    if (!isOn || width < 20) {
      return AttributedString.EMPTY;
    }
    AttributedStringBuilder text = new AttributedStringBuilder();
    if (choices.signatures() && buffer.length() > 0) {
      session
          .signature(buffer.toString(), buffer.cursor())
          .ifPresent(line -> text.append(attributed(line).columnSubSequence(0, width)));
    }
    if (choices.statusLine()) {
      text.append(text.length() > 0 ? "\n" : "").append(status(width));
    }
    return text.toAttributedString();
  }

  private AttributedString status(int width) {
    if (statusWidth != width) {
      status = attributed(session.status(width));
      statusWidth = width;
    }
    return status;
  }

  private AttributedString attributed(StyledLine line) {
    return AttributedString.fromAnsi(ansi.line(line));
  }
}
