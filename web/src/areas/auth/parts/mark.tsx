/** The product's sign. */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 28 28" aria-hidden className="shrink-0">
      <rect width="28" height="28" rx="8" fill="var(--accent)" />
      <path
        d="M4.5 17.5c3.2 0 3-7 6.2-7s2.8 7 5.6 7 2.2-3.5 4-3.5h3.2"
        stroke="var(--on-accent)"
        strokeWidth="2.2"
        fill="none"
        strokeLinecap="round"
      />
      <circle cx="22" cy="14" r="2.4" fill="var(--on-accent)" />
    </svg>
  )
}
