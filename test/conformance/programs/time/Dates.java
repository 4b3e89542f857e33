// java.time: dates, times, durations and periods in ISO form.
package time;

import static java.lang.System.out;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.Period;
import java.time.Year;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;

class Dates {
    public static void main(String[] args) {
        LocalDate d = LocalDate.of(2024, 1, 31);
        out.println(d + " " + d.plusMonths(1) + " " + d.plusYears(-1) + " " + d.minusDays(31) + " " + d.withDayOfMonth(1) + " " + d.getDayOfWeek() + " " + d.getDayOfYear() + " " + d.lengthOfMonth() + d.isLeapYear() + " " + d.plusWeeks(3) + " " + d.toEpochDay() + " " + LocalDate.ofEpochDay(-1) + " " + LocalDate.MIN + " " + LocalDate.of(10000, 1, 1) + " " + LocalDate.ofYearDay(2023, 365));
        out.println(LocalDate.parse("2020-02-29").plusYears(1) + " " + d.isBefore(LocalDate.of(2024, Month.FEBRUARY, 1)) + d.compareTo(LocalDate.of(2023, 1, 31)) + " " + ChronoUnit.DAYS.between(d, LocalDate.of(2025, 1, 31)) + " " + ChronoUnit.MONTHS.between(d, LocalDate.of(2024, 2, 29)) + " " + d.until(LocalDate.of(2025, 3, 1)) + " " + Period.between(LocalDate.of(2020, 2, 29), d) + " " + d.hashCode());
        LocalTime t = LocalTime.of(23, 59, 59, 5_000_000);
        out.println(t + " " + t.plusSeconds(2) + " " + LocalTime.MIDNIGHT + " " + LocalTime.of(7, 5) + " " + t.truncatedTo(ChronoUnit.HOURS) + " " + LocalTime.parse("10:15:30").toSecondOfDay() + " " + t.minusHours(25));
        LocalDateTime dt = LocalDateTime.of(d, t);
        out.println(dt + " " + dt.plusSeconds(1) + " " + dt.toLocalDate() + " " + dt.toEpochSecond(ZoneOffset.UTC) + " " + LocalDateTime.parse("2000-01-01T00:00") + " " + dt.atOffset(ZoneOffset.ofHours(2)) + " " + LocalDateTime.ofEpochSecond(0, 1, ZoneOffset.UTC));
        out.println(Duration.ofSeconds(3661) + " " + Duration.ofMillis(-1500) + " " + Duration.ofDays(2).plusMinutes(5) + " " + Duration.ZERO + " " + Duration.parse("PT1H30M").toMinutes() + " " + Duration.between(t, LocalTime.NOON) + " " + Duration.ofSeconds(10).dividedBy(3) + " " + Duration.ofNanos(1).multipliedBy(-1) + " " + Duration.ofSeconds(90).compareTo(Duration.ofMinutes(1)));
        out.println(Period.of(1, 14, 40) + " " + Period.of(1, 14, 40).normalized() + " " + Period.ZERO + " " + Period.parse("P2Y3W") + " " + d.plus(Period.ofMonths(13)) + " " + Period.ofDays(3).negated());
        out.println(Instant.EPOCH + " " + Instant.ofEpochMilli(1700000000123L) + " " + Instant.ofEpochSecond(-1) + " " + Instant.parse("2007-12-03T10:15:30.00Z").getEpochSecond() + " " + DayOfWeek.MONDAY.plus(10) + " " + Month.of(2).maxLength() + " " + Year.isLeap(1900));
        for (Runnable r : new Runnable[] {() -> LocalDate.of(2023, 2, 29), () -> LocalDate.parse("2023-13-01"), () -> LocalTime.of(24, 0), () -> Duration.parse("1h")}) {
            try {
                r.run();
            } catch (DateTimeException e) {
                out.println(e.getMessage());
            }
        }
    }
}
