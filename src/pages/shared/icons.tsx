/** Small drawings. They repeat what a text says, so a screen reader skips them. */
import type { ComponentChildren, JSX } from "preact";

function Icon({ children }: { readonly children: ComponentChildren }): JSX.Element {
  return (
    <svg
      class="icon"
      viewBox="0 0 16 16"
      width="16"
      height="16"
      fill="none"
      stroke="currentColor"
      stroke-width="1.5"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

export const SunIcon = (): JSX.Element => (
  <Icon>
    <circle cx="8" cy="8" r="3" />
    <path d="M8 1.5v1M8 13.5v1M1.5 8h1M13.5 8h1M3.4 3.4l.7.7M11.9 11.9l.7.7M3.4 12.6l.7-.7M11.9 4.1l.7-.7" />
  </Icon>
);

export const MoonIcon = (): JSX.Element => (
  <Icon>
    <path d="M13.5 9.5A5.8 5.8 0 0 1 6.5 2.5a5.8 5.8 0 1 0 7 7z" />
  </Icon>
);

export const LockIcon = (): JSX.Element => (
  <Icon>
    <rect x="3" y="7" width="10" height="6.5" rx="1.5" />
    <path d="M5.2 7V5a2.8 2.8 0 0 1 5.6 0v2" />
  </Icon>
);

export const WaitIcon = (): JSX.Element => (
  <Icon>
    <path d="M4.5 2h7M4.5 14h7M5 2c0 3.5 6 4.5 6 6s-6 2.5-6 6M11 2c0 3.5-6 4.5-6 6s6 2.5 6 6" />
  </Icon>
);

export const SwitchIcon = (): JSX.Element => (
  <Icon>
    <path d="M2 5h9.5M9 2.5 11.5 5 9 7.5M14 11H4.5M7 8.5 4.5 11 7 13.5" />
  </Icon>
);

export const CopyIcon = (): JSX.Element => (
  <Icon>
    <rect x="5.5" y="5.5" width="8" height="8" rx="1.5" />
    <path d="M3.5 10.5h-.5a.5.5 0 0 1-.5-.5V3a.5.5 0 0 1 .5-.5h7a.5.5 0 0 1 .5.5v.5" />
  </Icon>
);

export const CheckIcon = (): JSX.Element => (
  <Icon>
    <path d="m3 8.5 3.5 3.5L13 4.5" />
  </Icon>
);

export const CrossIcon = (): JSX.Element => (
  <Icon>
    <path d="M4 4l8 8M12 4l-8 8" />
  </Icon>
);

export const WarningIcon = (): JSX.Element => (
  <Icon>
    <path d="M8 2.5 14.5 13.5h-13zM8 6.5v3.5M8 12v.01" />
  </Icon>
);

export const KeyboardIcon = (): JSX.Element => (
  <Icon>
    <rect x="1.5" y="4" width="13" height="8.5" rx="1.5" />
    <path d="M4 6.8h.01M6.7 6.8h.01M9.3 6.8h.01M12 6.8h.01M5 9.8h6" />
  </Icon>
);

export const FirstIcon = (): JSX.Element => (
  <Icon>
    <path d="M3.5 3.5v9M12 3.5 6.5 8l5.5 4.5" />
  </Icon>
);

export const BackIcon = (): JSX.Element => (
  <Icon>
    <path d="M10.5 3.5 5 8l5.5 4.5" />
  </Icon>
);

export const ForwardIcon = (): JSX.Element => (
  <Icon>
    <path d="M5.5 3.5 11 8l-5.5 4.5" />
  </Icon>
);

export const LastIcon = (): JSX.Element => (
  <Icon>
    <path d="M12.5 3.5v9M4 3.5 9.5 8 4 12.5" />
  </Icon>
);

export const RepeatIcon = (): JSX.Element => (
  <Icon>
    <path d="M13.5 8a5.5 5.5 0 1 1-1.8-4.1M13.5 1.5v3h-3" />
  </Icon>
);

export const SaveIcon = (): JSX.Element => (
  <Icon>
    <path d="M8 2v8M4.8 7 8 10.2 11.2 7M2.5 13.5h11" />
  </Icon>
);
