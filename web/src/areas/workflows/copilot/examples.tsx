/** Questions to begin with; one that is chosen stands in the box. */
export const Examples = ({ texts, onChoose }: { texts: readonly string[]; onChoose: (text: string) => void }) => (
  <ul className="mt-2 divide-y rounded-md border">
    {texts.map((text) => (
      <li key={text}>
        <button
          type="button"
          onClick={() => onChoose(text)}
          className="inset-focus w-full px-3 py-2.5 text-left text-sm text-fg-2 hover:bg-surface-2"
        >
          {text}
        </button>
      </li>
    ))}
  </ul>
)
