/** The style sheet of the pages that are written by hand. */
export const plainStyle =
  'body{margin:0;font:16px/1.6 sans-serif;color:#222}a{color:#8a2a20;text-decoration:none}img{max-width:100%;height:auto}ul{list-style:none;margin:0;padding:0}' +
  '.head{display:flex;flex-wrap:wrap;gap:12px;align-items:center;padding:12px 16px;border-bottom:1px solid #ddd}.brand{display:flex;gap:8px;align-items:center;font-size:20px}' +
  '.head nav{flex:1}.head nav>ul{display:flex;flex-wrap:wrap;gap:4px 16px}.head nav ul ul{display:none;position:absolute;background:#fff;padding:8px;box-shadow:0 2px 8px #0003}' +
  '.head nav li:hover>ul{display:block}input,select,button{font:inherit;padding:8px}.wrap{max-width:1200px;margin:0 auto;padding:0 16px}' +
  '.banner{position:relative;background:#eee}.banner img{display:block;width:100%;height:160px;object-fit:cover}.banner h1,.banner p{margin:0 16px}' +
  '.filter{display:flex;flex-wrap:wrap;gap:12px}.filter a{padding:2px 10px;border-radius:4px}[aria-current]{background:#8a2a20;color:#fff}' +
  '.tools{display:flex;justify-content:space-between}.cards{display:grid;gap:16px;grid-template-columns:repeat(auto-fill,minmax(340px,1fr))}' +
  '.card{display:flex;gap:12px;border:1px solid #ddd;border-radius:8px;overflow:hidden}.card img{width:40%;object-fit:cover}.card h2{font-size:17px;margin:8px 0}' +
  '.card p{margin:0 0 6px;display:-webkit-box;-webkit-line-clamp:2;-webkit-box-orient:vertical;overflow:hidden}.facts{color:#666;font-size:14px}' +
  '.pager{display:flex;gap:8px;justify-content:center;margin:24px}.pager a{padding:4px 12px}.detail{display:grid;gap:24px;grid-template-columns:1fr}' +
  '@media(min-width:900px){.detail{grid-template-columns:2fr 1fr}}.foot{margin-top:40px;padding:24px 16px;background:#333;color:#eee}';
