package shardsh.terminal;

import org.jline.reader.Buffer;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import shardsh.render.AnsiWriter;
import shardsh.render.ScreenProfile;
import shardsh.render.StyledLine;
import shardsh.shell.PromptChoices;
import shardsh.shell.ShellSession;

/** What stands below the input: how the method is called that is being typed, and the status. */
final class PromptBelow {
  private final ShellSession session;
  private final AnsiWriter ansi;

  /** Ends what is cut. */
  private final String more;

  private PromptChoices choices;
  private boolean isOn;

  /** The status changes only with a submission, or when the screen gets another width. */
  private AttributedString status = AttributedString.EMPTY;

  private int statusWidth = -1;

  PromptBelow(ShellSession session, ScreenProfile screen) {
    this.session = session;
    this.ansi = AnsiWriter.words(screen);
    this.more = screen.unicode() ? "…" : "...";
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
          .ifPresent(line -> text.append(cut(line, width)));
    }
    if (choices.statusLine()) {
      text.append(text.length() > 0 ? "\n" : "").append(status(width));
    }
    return text.toAttributedString();
  }

  private AttributedString cut(StyledLine line, int width) {
    AttributedString whole = attributed(line);
    if (whole.columnLength() <= width) {
      return whole;
    }
    return AttributedString.join(
        AttributedString.EMPTY,
        whole.columnSubSequence(0, width - more.length()),
        new AttributedString(more));
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
