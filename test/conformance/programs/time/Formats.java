// DateTimeFormatter with numeric patterns.
package time;

import static java.lang.System.out;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.YearMonth;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAdjusters;

class Formats {
    public static void main(String[] args) {
        LocalDateTime t = LocalDateTime.of(2024, 3, 7, 9, 5, 3, 120_000_000);
        for (String p : new String[] {"yyyy/MM/dd", "d.M.yy", "HH:mm:ss", "H:m:s.SSS", "yyyyMMdd'T'HHmmss", "uuuu-DDD", "hh:mm"}) out.print(t.format(DateTimeFormatter.ofPattern(p)) + " ");
        out.println();
        out.println(DateTimeFormatter.ISO_DATE.format(t) + " " + DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(t) + " " + DateTimeFormatter.BASIC_ISO_DATE.format(t) + " " + DateTimeFormatter.ISO_ORDINAL_DATE.format(t) + " " + DateTimeFormatter.ISO_WEEK_DATE.format(t));
        LocalDate d = LocalDate.parse("07/03/2024", DateTimeFormatter.ofPattern("dd/MM/yyyy"));
        out.println(d + " " + d.with(TemporalAdjusters.lastDayOfMonth()) + " " + d.with(TemporalAdjusters.firstDayOfNextMonth()) + " " + d.get(ChronoField.ALIGNED_WEEK_OF_YEAR) + " " + YearMonth.from(d).plusMonths(10) + " " + d.with(ChronoField.DAY_OF_YEAR, 1));
        try {
            LocalDate.parse("2024-3-7");
        } catch (DateTimeParseException e) {
            out.println(e.getMessage() + " " + e.getErrorIndex());
        }
    }
}
