/** Marks what was searched for. */
export function Hit({ text, words }: { text: string; words: string }) {
  const at = words ? text.toLowerCase().indexOf(words.toLowerCase()) : -1
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <mark className="rounded-[3px] bg-accent-subtle-hover text-inherit">{text.slice(at, at + words.length)}</mark>
      {text.slice(at + words.length)}
    </>
  )
}
