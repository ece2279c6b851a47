package shardsh.terminal;

import java.nio.file.Path;
import java.util.OptionalInt;
import shardsh.render.ScreenProfile;

/**
 * How a prompt is set up.
 *
 * @param screen what the screen can do; its size is asked anew for every input
 * @param width a width to keep to, whatever the screen's is
 * @param historyFile where inputs are kept from one session to the next
 * @param banner whether to begin with a few words on what runs here
 */
public record ReplSettings(
    ScreenProfile screen, OptionalInt width, Path historyFile, boolean banner) {}
