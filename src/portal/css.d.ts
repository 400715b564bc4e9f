/** A style sheet imported for its effect alone. */
declare module '*.css';
