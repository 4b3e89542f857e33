package java.lang;

/** A string is not a number of the wanted form. */
public class NumberFormatException extends IllegalArgumentException {
    private static final long serialVersionUID = -2848938806368998894L;

    public NumberFormatException() {
        super();
    }

    public NumberFormatException(String message) {
        super(message);
    }

    static NumberFormatException forInputString(String input, int radix) {
        String where = radix == 10 ? "" : " under radix " + radix;
        return new NumberFormatException("For input string: \"" + input + "\"" + where);
    }

    static NumberFormatException forCharSequence(CharSequence input, int begin, int end, int errorIndex) {
        return new NumberFormatException(
                "Error at index " + (errorIndex - begin) + " in: \"" + input.subSequence(begin, end) + "\"");
    }
}
