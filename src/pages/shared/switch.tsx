/** A choice between a few values, shown as buttons in a row. */
import type { JSX } from "preact";
import "./switch.css";

interface SwitchProps<T extends string> {
  readonly label: string;
  readonly values: readonly { readonly value: T; readonly name: string }[];
  readonly value: T;
  readonly onChange: (value: T) => void;
}

export const Switch = <T extends string>(props: SwitchProps<T>): JSX.Element => {
  const { label, values, value, onChange } = props;
  return (
    <div class="switch no-print" role="group" aria-label={label}>
      <span class="switch-label" aria-hidden="true">
        {label}
      </span>
      {values.map((each) => (
        <button
          key={each.value}
          type="button"
          class="button"
          aria-pressed={each.value === value}
          onClick={() => onChange(each.value)}
        >
          {each.name}
        </button>
      ))}
    </div>
  );
};
