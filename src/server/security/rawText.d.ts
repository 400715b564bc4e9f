/** A file as text (Vite). */
declare module '*.txt?raw' {
  const text: string;
  export default text;
}
