/** What takes the focus in the row of a file, where it is drawn. */
export const rowLink = (list: HTMLElement | null, id: string): HTMLElement | null =>
  list?.querySelector<HTMLElement>(`[data-row="${id}"] [data-main]`) ?? null
