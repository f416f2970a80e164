var ae=(r,e)=>r.every(t=>e.includes(t)),L=(r,e)=>r.filter(({places:t})=>ae(e,t));function le(r){let e=r.reduce((t,s)=>s.places.length<t.places.length?s:t);return r.every(t=>ae(e.places,t.places))?e:void 0}function ce({moves:r,parts:e}){let t=r.flatMap(n=>n.ways.map(i=>({move:n,places:i}))).filter(({places:n})=>n.length>0),s=e.flatMap((n,i)=>{let o=t.filter(({places:c})=>c.every(d=>d.startsWith(`${i}-`))),l=new Set([...new Set(o.flatMap(({places:c})=>c))].map(c=>le(L(o,[c]))));return o.every(c=>l.has(c))?[String(i)]:[]});return{ways:t,anchored:new Set(s)}}function oe(r,e){if(new Set(r.map(({move:s})=>s)).size===1)return r[0];let t=r.filter(({places:s})=>s.length===e.length&&s.every((n,i)=>n===e[i]));return t.length===1&&r.every(({places:s})=>s.length===e.length)?t[0]:void 0}function D({ways:r,anchored:e},t,s){if(t.includes(s)){let c=L(r,t).filter(({places:p})=>p.length===t.length),d=c.length>0?oe(c,t):void 0;if(d)return{way:d,fits:[d]};let h=t.filter(p=>p!==s);return{chosen:h,fits:L(r,h)}}let n=[...t,s],i=L(r,n).length>0?n:[s],o=L(r,i);if(o.length===0)return{chosen:[],fits:o};let l=oe(o,i)??(i.length===1&&e.has(s.split("-")[0])?le(o):void 0);return l?{way:l,fits:[l]}:{chosen:i,fits:o}}function a(r,e={},...t){let s=document.createElement(r);for(let[n,i]of Object.entries(e))i==null||i===!1||(n.startsWith("on")?s.addEventListener(n.slice(2),i):n==="class"?s.className=i:n in s&&n!=="list"&&!n.startsWith("aria")?s[n]=i:s.setAttribute(n,i===!0?"":i));return s.append(...t.flat().filter(n=>n!=null)),s}var k=(r,e,t={})=>a("button",{type:"button",onclick:e,...t},...[r].flat()),de=(r,e)=>a("input",{type:"text",spellcheck:!1,autocapitalize:"off",autocomplete:"off","aria-label":r,placeholder:e}),pe=(r,e,t)=>a("form",{class:"ask",onsubmit:s=>(s.preventDefault(),t(r.value))},r,a("button",{type:"submit"},e));function N(r,e,t,s){let n=[],i=0;for(let o of r.matchAll(e))n.push(...s(r.slice(i,o.index)),t(o)),i=o.index+o[0].length;return[...n,...s(r.slice(i))]}function he(r,e){let t=new TextEncoder().encode(r);return new TextDecoder().decode(t.slice(0,e)).length}function me(r){let e=document.getElementById("announcements");e&&(e.textContent="",requestAnimationFrame(()=>e.textContent=r))}var H=r=>r==="L"?"R":"L",q={L:"Left",R:"Right"},ue="again(";function P(r,e){return r.startsWith(ue)&&mt(r)===r.length?{text:r.slice(ue.length,-1),mover:e}:{text:r,mover:H(e)}}function mt(r){let e=0;for(let{0:t,index:s}of r.matchAll(/"[^"]*"|[()]/g))if(t==="("&&e++,t===")"&&--e===0)return s+1}var B=class{constructor(e,t,s){this.rule=s,this.line=[{text:e,mover:t,places:[],laid:new Map}],this.at=0}get here(){return this.line[this.at]}request(e=this.here){return{text:e.text,mover:e.mover,misere:this.rule==="misere"}}make({text:e,label:t},s,n){let{mover:i,laid:o}=this.here,l={mover:i,places:s},c={...P(e,i),to:e,label:t,by:n,moved:i,places:s,laid:new Map([...o,...s.map(d=>[d,l])])};this.line=[...this.line.slice(0,this.at+1),c],this.at++}change(e,t){e!==this.here.mover&&(this.line=this.line.slice(0,this.at+1)),this.here.mover=e,this.rule=t;for(let s of this.line)for(let n of["seen","ways","verdicts","lengths","about"])delete s[n]}get numbers(){let e=this.line.slice(1,this.at+1).map(({to:t},s)=>this.line[s].seen?.moves.findIndex(n=>n.text===t)??-1);return e.every(t=>t>=0)?e:void 0}};var ge=/^points\((-?)(\d+)(?:\/(\d+))?\)$/,fe=/\b(dots_and_boxes|strings_and_coins|points)\(/,ve=({text:r,moves:e,points:t})=>!!t||fe.test(r)||e.some(s=>fe.test(s.text)),W=({text:r})=>ge.test(r);function ut({text:r,board:e,negative:t}){let[,s,n,i="1"]=ge.exec(r)??[],o=l=>l!==!!t?"L":"R";return n?[[o(!s),[BigInt(n),BigInt(i)]]]:!r.startsWith("dots_and_boxes(")||!e?[]:e.flat().filter(([,l])=>l==="L"||l==="R").map(([,l])=>[o(l==="L"),[1n,1n]])}var we=(r,e)=>e?we(e,r%e):r;function ft([r,e],[t,s]){let n=r*s+t*e,i=we(n,e*s)||1n;return[n/i,e*s/i]}function be(r){let e={L:[0n,1n],R:[0n,1n]};for(let[s,n]of r.flatMap(ut))e[s]=ft(e[s],n);let t=([s,n])=>n===1n?`${s}`:`${s}/${n}`;return["L","R"].map(s=>a("span",{class:s==="L"?"by-left":"by-right"},`${q[s]} `,a("strong",{},t(e[s]))))}var xe=r=>/^[-−]/.test(r)?-1:r==="0"?0:1;function M(r){let e=xe(r);return e===0?"neither player gets more":`${e>0?"Left":"Right"} gets ${r.replace(/^[-−]/,"")} more`}function ke(r,e){let t=xe(r)*(e==="L"?1:-1);return{score:r,outcome:`with best play ${M(r)}`,verdict:{1:"win",0:"draw",[-1]:"loss"}[t]}}function ye(r,e){for(let t of r)t.score!==void 0&&(t.verdict=t.score===e?"best":"worse")}var y=(r,e,...t)=>{let s=document.createElementNS("http://www.w3.org/2000/svg",r);for(let[n,i]of Object.entries(e))s.setAttribute(n,i);return s.append(...t),s};function G({about:r,mover:e}){let{verdict:t}=r??{};return t==="win"?e:t==="loss"?H(e):t==="draw"?"D":void 0}var J=r=>{let[e,t="1"]=r.replace("−","-").split("/");return Number(e)/Number(t)};function $e(r,e,t){let{line:s,at:n}=r;if(s.length<2)return[];let i=(o,l)=>{let c=e?void 0:G(o),d=[c&&(o.about.score===void 0?c==="D"?"draw":`${q[c]} wins`:M(o.about.score)),!e&&o.about?.value?.text].filter(Boolean).join(", "),h=l===0?"Start":`${l}. ${q[o.moved]} ${o.label}`;return a("li",{},a("button",{type:"button",class:`step-of-play ${o.moved==="L"?"by-left":o.moved==="R"?"by-right":""}`,"aria-current":l===n?"step":void 0,onclick:()=>t(l)},h,d&&d.length<40?a("span",{class:"faint"},` ${d}`):void 0))};return[a("h3",{},"The game so far"),a("ol",{class:"line"},...s.map(i)),...e?[]:gt(s,n)]}function gt(r,e){let t=r.filter(({about:g})=>g);if(t.length<2)return[];let s=34,n=70+s*r.length,i=g=>60+s*g,o=t.some(({about:g})=>g.score!==void 0),l=r.map(({about:g})=>g?.score!==void 0?{mean:J(g.score),warm:0}:g?.heat&&{mean:J(g.heat.mean),warm:Math.max(0,J(g.heat.temperature))}),c=l.some(g=>g&&(g.mean!==0||g.warm>0)),[d,h]=c?[14,84]:[14,14],p=l.flatMap(g=>g?[g.mean+g.warm,g.mean-g.warm]:[]),[u,v]=[Math.min(0,...p),Math.max(0,...p)],m=g=>h-(g-u)/(v-u||1)*(h-d),f=[];if(c){f.push(y("line",{x1:44,x2:n-10,y1:m(0),y2:m(0),class:"axis"}),y("text",{x:36,y:m(0)+4,class:"label"},"0"));for(let w of[u,v])w!==0&&f.push(y("text",{x:36,y:m(w)+4,class:"label"},String(Math.round(w*100)/100)));let g=l.flatMap((w,x)=>w?[`${i(x)},${m(w.mean)}`]:[]);f.push(y("polyline",{points:g.join(" "),class:"mean"})),l.forEach((w,x)=>w&&f.push(y("line",{x1:i(x),x2:i(x),y1:m(w.mean-w.warm),y2:m(w.mean+w.warm),class:"warm"}),y("circle",{cx:i(x),cy:m(w.mean),r:3,class:"mean-dot"})))}let b=h+22;r.forEach((g,w)=>{let x=G(g),_=x==="L"?y("circle",{cx:i(w),cy:b,r:9,class:"left"}):x==="R"?y("rect",{x:i(w)-8,y:b-8,width:16,height:16,class:"right"}):y("circle",{cx:i(w),cy:b,r:3,class:"nobody"});f.push(_),x&&x!=="D"&&f.push(y("text",{x:i(w),y:b+4,class:`label in-mark ${x==="L"?"of-left":""}`},x)),g.about?.length&&f.push(y("text",{x:i(w),y:b+24,class:"label"},String(g.about.length))),w===e&&f.push(y("rect",{x:i(w)-14,y:2,width:28,height:b+28,class:"here"}))});let $=t.map(g=>o?M(g.about.score??"0"):`${q[G(g)]??"nobody"} wins`).join(", "),S=y("svg",{viewBox:`0 0 ${n} ${b+34}`,width:n,class:"chart",role:"img","aria-label":`History: ${$}`},...f),R=o?"Line: what Left gets more with best play from there. L, R: who gets more.":`${c?"Line: mean value, bars: temperature. ":""}L, R: who wins; below, in how many moves.`;return[a("div",{class:"scrolls",tabIndex:0,role:"group","aria-label":"history of the values"},S),a("p",{class:"faint"},R)]}var V=new WeakMap,qe=new Map,ze=()=>document.documentElement.dataset.theme==="dark",vt=r=>ze()?r.replace(/"(#[0-9a-f]{6}|white)"/g,(e,t)=>`"${qe.get(t)??t}"`):r,Se=r=>`data:image/svg+xml;charset=utf-8,${encodeURIComponent(vt(r))}`,Me=r=>ze=r;function Le(r){qe=new Map(r),wt()}function wt(){for(let r of document.querySelectorAll("img.picture"))V.has(r)&&(r.src=Se(V.get(r)))}function O(r,e){let t=/<title>\s*([^<]*?)\s*<\/title>/.exec(r)?.[1]??e,s=new DOMParser().parseFromString(t,"text/html").documentElement.textContent,n=a("img",{class:"picture",alt:s,src:Se(r)});return V.set(n,r),n}var Oe;function bt(){return Oe??=import("./katex/katex.min.js").then(()=>(document.head.append(a("link",{rel:"stylesheet",href:new URL("./katex/katex.min.css",import.meta.url).href})),globalThis.katex)),Oe}function T(r,e=r){let t=a("span",{class:"formula"},a("code",{},e));return bt().then(s=>{t.innerHTML=s.renderToString(r,{throwOnError:!0,strict:"ignore",trust:!1})}).catch(()=>{}),t}var xt=/(`+)(.+?)\1|\$([^$\s](?:[^$]*[^$\s])?)\$|\*\*(.+?)\*\*|\*([^*\s][^*]*)\*|\[([^\]]+)\]\((https?:[^)\s]+)\)/g;function kt([,,r,e,t,s,n,i]){return r!==void 0?a("code",{},r):e!==void 0?T(e):t!==void 0?a("strong",{},...j(t)):s!==void 0?a("em",{},...j(s)):a("a",{href:i,rel:"noopener"},n)}var j=r=>N(r,xt,kt,e=>e===""?[]:[e]);var yt=[["commands such as `:help` belong to the prompt, which `cg` alone starts","commands such as `:help` belong to a terminal; here there is `:help`"],[/at the prompt it is `:help ([^`]+)`, in a shell `cg help [^`]+`/,"here it is `:help $1`"],[/help on a name is `cg help ([^`]+)`, at the prompt `:help [^`]+`/,"help on a name is `:help $1`"],[/allow more with `--memory [^`]+`, or ask for something smaller/,"a page has 1 GB; ask for something smaller"],["An empty line goes on.","**Next** goes on."],[/`cg lesson( \d+)?`/g,"**Lessons**"]],$t=/`(?:cg help|:help|:search)(?: ([^`]+))?`/g,qt=()=>{};function Ee(r,e=r?`Help: ${r}`:"Help"){let t=s=>{s.preventDefault(),qt(r)};return a("a",{href:`#help=${encodeURIComponent(r)}`,onclick:t},e)}var zt=r=>yt.reduce((e,[t,s])=>e.replace(t,s),r),K=r=>N(zt(r),$t,([,e])=>Ee(e??""),j);function Ce({name:r,text:e,bytes:t}){let s=r.endsWith(".svg")?"image/svg+xml":"application/octet-stream",n=new Blob([e??new Uint8Array(t)],{type:s}),i=URL.createObjectURL(n);return a("p",{},a("a",{class:"download",href:i,download:r},`Download ${r}`),a("span",{class:"faint"},` ${n.size} bytes`))}function E(r,e){let t=[];if(r.span&&!r.file){let[n,i]=r.span.map(p=>he(e,p)),o=e.lastIndexOf(`
`,n-1)+1,l=(e.indexOf(`
`,n)+e.length+1)%(e.length+1),c=e.slice(o,l),d=c.slice(n-o,Math.max(i,n+1)-o)||" ",h=e.slice(0,o).split(`
`).length;e.includes(`
`)&&t.push(a("span",{class:"line"},`line ${h}`)),t.push(a("pre",{class:"place"},c.slice(0,n-o),a("mark",{},d),c.slice(n-o+d.length)))}let s=r.message.charAt(0).toUpperCase()+r.message.slice(1);t.push(a("p",{class:"message"},...K(`${r.stopped?"Stopped":s}.`.replace(/([.?!])\.$/,"$1"))));for(let n of[r.help,...r.notes??[]])n&&t.push(a("p",{class:"advice"},...K(n)));return r.code&&t.push(a("p",{class:"code"},r.code)),a("div",{class:"trouble",role:r.stopped?"status":"alert"},...t)}var St=/\b([a-z_]+)\("([^"\n]*)"\)/g,Q=/^(?!.*(?:\p{L}{2}|=))\s*\S[^]*$/u,Ae={"#":"taken",".":"",_:""};function Mt(r,e){let t=n=>a("span",{class:`small-square ${Ae[n]??""}`},n in Ae?"":n);if(e==="")return a("span",{},`${r}("")`);let s=e.split("/").map(n=>a("span",{class:"small-row"},...[...n].map(t)));return a("span",{class:"small-board",role:"img","aria-label":`${r} "${e}"`},...s)}var Y=r=>N(r,St,([,e,t])=>Mt(e,t),j);function Re(r){let e=r.trimEnd().split(`
`).reduce((t,s)=>(Q.test(s)&&Q.test(t.at(-1)??"")?t.push(`${t.pop()}
${s}`):t.push(s),t),[]);return[a("div",{class:"explained"},...e.map(t=>{let s=/^ */.exec(t)[0].length,n=`margin-left: ${s/2}em`;return Q.test(t)?a("pre",{style:n},t.replace(new RegExp(`^ {${s}}`,"gm"),"")):a("p",{style:n},...Y(t.trim()))}))]}var Lt=180;var Ot=new Set(["domineering","clobber","col","snort","toads_frogs","nim","octal","kayles","dawson","dawson_kayles"]);function Ne(r,e,t,s,n){let i=a("div",{class:"looked-up","aria-live":"polite"});return{asker:k(r,async()=>{let l=performance.now(),c=a("span",{class:"faint"},"looking …"),d=setInterval(()=>c.textContent=`looking … ${Math.floor((performance.now()-l)/1e3)} s`,500),h=s(t,Lt);i.replaceChildren(c," ",k("Stop looking",h.stop,{class:"small"}));let p=await h.answer;clearInterval(d);let[u]=(p.answers??[p]).filter(({ok:v})=>!v);u?.stopped?i.replaceChildren(a("p",{class:"faint"},`Nothing was found within ${Math.round((performance.now()-l)/1e3)} s.`)):u?i.replaceChildren(E({...u,span:void 0},t)):i.replaceChildren(...n(p.answers))},{class:"small",title:e}),place:i}}var Et=r=>r.length===0?[]:[a("div",{class:"lookups"},...r.map(({asker:e})=>e)),...r.map(({place:e})=>e)];function Pe({text:r,parts:e,mover:t,worth:s,rule:n},i){if(!i)return[];let o=[],l=e.length===1&&!e[0].negative&&Rt(e[0].text);return s&&l&&o.push(Ne("Others with this value",`the smallest positions of ${l} with the value ${s}`,`find(${l}, value(${r}))`,i,([{text:c,warnings:d}])=>[Nt(c,l,i.play),...(d??[]).map(h=>E(h,""))])),n==="normal"&&e.every(c=>Ot.has(/^\w+/.exec(c.text)?.[0]))&&o.push(Ct(`solve(${r}, ${t})`,i)),Et(o)}var Ct=(r,e)=>Ne("Certificate",`the proof of ${r} as a file`,`write("answer.cert", certificate(${r}), replace)`,e,([{files:t}])=>At(t[0].text));var At=r=>[a("p",{},`Proved: ${JSON.parse(r).words}.`),Ce({name:"answer.cert",text:r}),a("p",{class:"faint"},a("code",{},"cg verify answer.cert")," checks it.")];function je(r){let e=[],[t,s]=[0,0];for(let{0:n,index:i}of r.matchAll(/"(?:[^"\\]|\\.)*"|[()[\]{}<>,]/g))"([{<".includes(n)&&t++,(n===","?t===1:t===1&&")]}".includes(n))&&e.push(r.slice(s+1,i).trim()),t===1&&(n===","||"([{".includes(n))&&(s=i),")]}>".includes(n)&&t--;return e.filter(Boolean)}function Rt(r){let[,e,t]=/^(\w+)(\([^]*\))$/.exec(r)??[];if(!e)return;let s=je(t),n=i=>/^\d+$/.test(i);return s.length===1?e:n(s.at(-1))&&s.slice(0,-1).every(i=>!n(i))?`${e}(${s.slice(0,-1).join(", ")})`:void 0}function Nt(r,e,t){let s=je(r);return s.length===0?a("p",{},`No small position of ${e} has this value.`):a("div",{},a("p",{class:"faint"},`The smallest of ${e}:`),a("div",{class:"lookups"},...s.slice(0,24).map(n=>k(Y(n),()=>t(n),{class:"small",title:n,"aria-label":`Board: ${n}`}))))}var Ie={win:3,best:3,draw:2,loss:1,worse:1},X={win:"✓",best:"✓",loss:"✗",worse:"✗",draw:"="},Pt={win:"a winning move",best:"a best move",draw:"a drawing move",loss:"only losing moves",worse:"no best move"},Te={amazons:"♛"};function jt(r,{ways:e,anchored:t,chosen:s}){if(!e.some(({places:o})=>o.includes(r)))return{fits:[],best:void 0};let{fits:n}=D({ways:e,anchored:t},s,r),i=L(n,[...s,r]);return{fits:i,best:i.reduce((o,{move:l})=>(Ie[l.verdict]??0)>(Ie[o]??0)?l.verdict:o,void 0)}}function z(r,e,t,s,n){let{fits:i,best:o}=jt(r,n),l=n.chosen.includes(r),c=i.length>0||l||n.ways.some(({places:f})=>f.includes(r)),d=n.isHidden||i.length===0?void 0:o,h=i.length===0?"no move":Pt[d]??"a move",p=`${e}${n.last.includes(r)?", last move":""}: ${h}`,u=[s,i.length>0&&"can",d,l&&"chosen",n.last.includes(r)&&"last"],v=d&&a("span",{class:"mark","aria-hidden":"true"},X[d]),m=a("button",{type:"button",class:["square",...u].filter(Boolean).join(" "),"aria-pressed":String(l),disabled:!c,"aria-label":p,title:p,onclick:()=>n.press(r)},t,v);return m.dataset.place=r,m}function A(r){let e=String.fromCharCode(97+r%26);return r<26?e:A(Math.floor(r/26)-1)+e}var C=(r,e)=>a("span",{class:`rim ${r}`,"aria-hidden":"true"},e),I=r=>/^(\w+)\(/.exec(r)?.[1]??"";function It(r,e,t){let s=/left|right/.exec(r)?.[0];if(t==="chomp"&&e==="P")return a("span",{class:"letter"},"☠");if(!(r==="empty"||r==="blocked"||r==="chocolate"))return Te[t]&&s?a("span",{class:`queen ${s}`},Te[t]):s?a("span",{class:`stone ${s}`},r.startsWith("piece")?e:""):a("span",{class:"letter"},e)}function Tt(r,e,t){return t==="chomp"&&e==="P"?"poison":{empty:"empty",blocked:"taken",left:"Left's",right:"Right's",chocolate:"chocolate"}[r]??e}function _t(r,e,t){let[s,n,i]=r.split("-").map(Number),o=(h,p)=>e[h]?.[p]?.[0]==="blocked",l=o(n,i)&&t.get(r);if(!l)return"";let c={up:[n-1,i],down:[n+1,i],before:[n,i-1],after:[n,i+1]},d=Object.entries(c).filter(([,[h,p]])=>o(h,p)&&l.places.includes(`${s}-${h}-${p}`));return["laid",l.mover==="L"?"by-left":"by-right",...d.map(([h])=>`joins-${h}`)].join(" ")}function _e({board:r,text:e},t,s){let n=I(e),i=Math.max(...r.map(c=>c.length)),o=r.map((c,d)=>a("div",{class:"line-of-squares",role:"row"},C("side",String(d+1)),...c.map(([h,p],u)=>{let v=`${t}-${d}-${u}`,m={L:", by Left",R:", by Right"}[h==="blocked"&&s.laid.get(v)?.mover]??"",f=`${A(u)}${d+1}, ${Tt(h,p,n)}${m}`;return a("div",{role:"gridcell"},z(v,f,It(h,p,n),`${h} ${_t(v,r,s.laid)}`,s))}))),l=a("div",{class:"line-of-squares","aria-hidden":"true"},C("side",""),...Array.from({length:i},(c,d)=>C("top",A(d))));return a("div",{class:`grid ${n}`,role:"grid","aria-label":"board",style:`--columns: ${i}; --rows: ${r.length}`},l,...o)}function De(r){return r.addEventListener("keydown",e=>{let t={ArrowLeft:[-1,0],ArrowRight:[1,0],ArrowUp:[0,-1],ArrowDown:[0,1]}[e.key];if(!t||!e.target.dataset.place)return;e.preventDefault();let s=e.target.getBoundingClientRect(),[n,i]=[s.x+s.width/2,s.y+s.height/2],o;for(let l of r.querySelectorAll("button:not(:disabled)")){let c=l.getBoundingClientRect(),[d,h]=[c.x+c.width/2-n,c.y+c.height/2-i],p=d*t[0]+h*t[1],u=p+3*Math.abs(d*t[1]+h*t[0]);p>4&&(!o||u<o.far)&&(o={square:l,far:u})}o?.square.focus()}),r}var Be={win:0,best:0,draw:1,undefined:2,loss:3,worse:3};function Dt({verdict:r,length:e,score:t}){if(t!==void 0)return M(t);if(!r)return"not known";let s=e?` in ${e} move${e===1?"":"s"}`:"";return{win:`wins${s}`,loss:`loses${s}`,draw:"draws"}[r]}function We({moves:r,more:e,described:t},s,n,i,o,l){let c=r.filter(({ways:p})=>s.length===0||p.some(u=>s.every(v=>u.includes(v)))),h=(i?c:c.toSorted((p,u)=>Be[p.verdict]-Be[u.verdict])).map(p=>{let u=i?void 0:p.verdict,v=i||!o?[]:[a("span",{class:"prospect"},Dt(p))],m=i?[]:[a("span",{class:"sign","aria-hidden":"true"},X[u]??"·")];return a("li",{},a("button",{type:"button",class:`move ${u??""}`,onclick:()=>l(p)},...m,a("span",{class:"where"},p.label),...v))});return[...h.length>0?[a("h3",{},`Moves of ${q[n]}`)]:[],...t?[a("p",{},`The moves: ${t}.`)]:[],a("ul",{},...h),...e?[a("p",{class:"faint"},`and ${e} more`)]:[]]}var Fe={L:["by-left","Left's"],R:["by-right","Right's"]};function Ue({board:r},e,t){let s=(p,u,v)=>{let m=`${e}-${p}-${u}`,f=v!==" ",[b,$]=f&&Fe[t.laid.get(m)?.mover]||["",void 0],S=`line ${A(u)}${p+1}, ${f?$?`drawn, ${$}`:"drawn":"open"}`;return z(m,S,a("span",{class:"ink"}),`stroke ${u%2?"across":"down"} ${f?"drawn":""} ${b}`,t)},n=(p,u,v)=>{let[m,f]=Fe[v]??[];return f?a("span",{class:`box ${m}`,role:"img","aria-label":`box ${A(u)}${p+1}, ${f}`},v):a("span",{class:"box"})},i=(p,u,v)=>p%2&&u%2?n(p,u,v):p%2||u%2?s(p,u,v):a("span",{class:"dot"}),o=r.flatMap((p,u)=>[C("side",String(u+1)),...p.map(([,v],m)=>i(u,m,v))]),l=[C("side",""),...r[0].map((p,u)=>C("top",A(u)))],[c,d]=[r.length,r[0].length].map(p=>Math.floor(p/2)),h=`dots and boxes, ${c} by ${d}`;return a("div",{class:"boxes",role:"group","aria-label":h,style:`--columns: ${d}; --rows: ${c}`},...l,...o)}var He={B:"blue",R:"red",G:"green"};function Je(r,e,t){let s=t.map(({button:n,at:i})=>{let[o,l,c,d]=i.map(h=>`${(100*h).toFixed(3)}%`);return Object.assign(n.style,{left:o,top:l,width:c,height:d}),n});return a("div",{class:"graph",role:"group","aria-label":e},O(r,e),...s)}function Ge({graph:r},e,t){let s=r.vertices.map(({at:n,name:i,tokens:o,gone:l},c)=>{let d=o>1?`, ${o} tokens`:o?", a token":l?", gone":"",h=a("span",{},"●".repeat(Math.min(o,3)));return{at:n,button:z(`${e}-${c}`,`vertex ${i}${d}`,h,`vertex ${l?"gone":""}`,t)}});return Je(r.picture,"graph",s)}function Ve({edges:r},e,t){let s={...t,last:[]},n=r.edges.map(({at:i,from:o,to:l,colour:c},d)=>({at:i,button:z(`${e}-${d}`,`${He[c]} edge ${o}-${l}`,a("span",{class:"edge-letter"},c),`edge ${He[c]}`,s)}));return Je(r.picture,"picture of Hackenbush",n.filter(({at:i})=>i[2]>0))}var Z=10,Ke={cutcake:["cut after",0],maundy_cake:["pieces of",0],eatcake:["eat",.5]};function Bt([r,e],t,s,n){let[i,o]=Ke[t],l=p=>n.ways.some(({places:u})=>u.includes(p)),c=(p,u,v)=>Array.from({length:p+1},(m,f)=>f).filter(m=>l(`${s}-${u}-${m}`)).map(m=>{let f=o?`${v} ${m+1}`:`${m} ${v}${m===1?"":"s"}`,b=z(`${s}-${u}-${m}`,`${i} ${f}`,o?"✕":"✂",`cut across-${v}`,n);return b.style.setProperty("--at",m+o),b}),d=()=>a("div",{class:"line-of-squares"},...Array.from({length:e},()=>a("span",{class:"square crumb"}))),h=`--columns: ${e}`;return a("div",{class:"cake",role:"group","aria-label":`a cake of ${r} rows and ${e} columns`,style:h},...c(e,1,"column"),...c(r,0,"row"),...Array.from({length:r},d))}function Qe({heaps:r,text:e},t,s){if(I(e)in Ke)return Bt(r,I(e),t,s);let n=(i,o)=>{let l=Array.from({length:i},(c,d)=>{let h=z(`${t}-${o}-${d}`,`heap ${o+1}, leaves ${d}`,void 0,"counter",s);return h.style.gridRow=String(Math.min(Z,i)-d%Z),h.style.gridColumn=String(1+Math.floor(d/Z)),h});return a("div",{class:"heap"},a("div",{class:"counters"},...l.reverse()),a("span",{class:"size"},String(i)))};return a("div",{class:"heaps",role:"group","aria-label":"heaps"},...r.map(n))}function Ye({row:r},e,t){let s=Array.from({length:r},(n,i)=>z(`${e}-${i}`,`pin ${i+1} of ${r}`,void 0,"pin",t));return a("div",{class:"row-of-pins",role:"group","aria-label":"row of pins"},...s,a("span",{class:"size"},String(r)))}var rt=/\b(?:strings_and_coins|nimstring)\((\[[^()]*\])\)/g,Wt=new RegExp(`^${rt.source}$`),ee=0,Xe=70,Ze=300,Ft=6,Ut=(r,e)=>[...r.slice(0,e),...r.slice(e+1)],et=r=>r.map(e=>JSON.stringify(e)).filter(e=>e!=="[]").sort().join(" ");function st(r){r.parts?.forEach(s=>{let n=Wt.exec(s.text);n&&(s.strings=JSON.parse(n[1]))});let e=r.parts?.map(({strings:s})=>s??[])??[],t=e.flatMap((s,n)=>s.map((i,o)=>({place:`${n}-${o}`,ends:i,part:n,left:et(e.map((l,c)=>c===n?Ut(l,o):l))})));for(let s of t.length>0&&r.moves||[]){let n=et([...P(s.text,"L").text.matchAll(rt)].map(([,c])=>JSON.parse(c))),i=t.filter(c=>c.left===n);if(s.ways.length>0||i.length===0)continue;s.ways=i.map(({place:c})=>[c]);let[{ends:o,part:l}]=i;s.label=`${r.parts.length>1?`part ${l+1}: `:""}cut ${o.join("-")}`}return r}function Ht(r){let e=r.map(([n,i],o)=>[n===ee?`peg ${o}`:n,i===ee?`peg ${o}`:i]),t=[...new Set(e.flat())],s;for(let n=0;n<Ft&&s?.crossings!==0;n++){let i=[1,2,3,5,7,11][n],o=Gt(e,[...new Set([...t.map((c,d)=>t[d*i%t.length]),...t])]),l=e.reduce((c,d,h)=>c+e.slice(h+1).filter(p=>Jt(d,p,o)).length,0);(!s||l<s.crossings)&&(s={at:o,crossings:l})}return{at:Vt(s?.at??new Map),ends:e}}function Jt([r,e],[t,s],n){if(new Set([r,e,t,s]).size<4)return!1;let i=(o,l,c)=>Math.sign((n.get(l)[0]-n.get(o)[0])*(n.get(c)[1]-n.get(o)[1])-(n.get(l)[1]-n.get(o)[1])*(n.get(c)[0]-n.get(o)[0]));return i(r,e,t)!==i(r,e,s)&&i(t,s,r)!==i(t,s,e)}function Gt(r,e){let t=new Map(e.map((s,n)=>[s,[Math.cos(2*Math.PI*n/e.length+.1),Math.sin(2*Math.PI*n/e.length)].map(i=>i*e.length*.25)]));for(let s=0;s<Ze;s++){let n=.15*(1-s/Ze),i=new Map(e.map(l=>[l,[0,0]])),o=(l,c,d)=>{let[h,p]=[0,1].map(m=>t.get(l)[m]-t.get(c)[m]),u=Math.hypot(h,p)||.01,v=d(u)/u;for(let[m,f]of[[l,1],[c,-1]])i.set(m,[i.get(m)[0]+f*v*h,i.get(m)[1]+f*v*p])};e.forEach((l,c)=>e.slice(c+1).forEach(d=>o(l,d,h=>Math.min(3,.8/h**1.5))));for(let[l,c]of r)l!==c&&o(l,c,d=>2*(1-d));for(let l of e)t.set(l,[0,1].map(c=>t.get(l)[c]+n*i.get(l)[c]))}return t}function Vt(r){let e=[...r.values()],t=e.flatMap(([l,c],d)=>e.slice(d+1).map(([h,p])=>[h-l,p-c])),[s,n]=t.reduce((l,c)=>Math.hypot(...c)>Math.hypot(...l)?c:l,[1,0]),[i,o]=[s,n].map(l=>l/Math.hypot(s,n));return new Map([...r].map(([l,[c,d]])=>[l,[i*c+o*d,i*d-o*c]]))}var F=(r,e)=>{let t=document.createElementNS("http://www.w3.org/2000/svg",r);for(let[s,n]of Object.entries(e))t.setAttribute(s,n);return t};function Kt(r){let{at:e,ends:t}=Ht(r),[s,n]=[0,1].map(m=>[...e.values()].map(f=>f[m])),i=[Math.min(0,...s),Math.min(0,...n)].map(m=>m-.5),o=[Math.max(0,...s),Math.max(0,...n)].map((m,f)=>m+.5-i[f]),l=m=>e.get(m).map((f,b)=>(f-i[b])*Xe),c=t.map(([m,f],b)=>{let[$,S]=[l(m),l(f)],R=t.flatMap(([_,ie],ht)=>_===m&&ie===f||_===f&&ie===m?[ht]:[]),g=(R.indexOf(b)-(R.length-1)/2)*.9,[w,x]=[S[0]-$[0],S[1]-$[1]];return[($[0]+S[0])/2-x*g,($[1]+S[1])/2+w*g]}),d=t.map(([m,f],b)=>{let[$,S,R]=[l(m),l(f),c[b]],g=[0,1].map(w=>2*R[w]-($[w]+S[w])/2);return F("path",{d:`M${$} Q${g} ${S}`,class:"string"})}),h=[...e.keys()].map(m=>{let[f,b]=l(m);return String(m).startsWith("peg")?F("rect",{x:f-7,y:b-7,width:14,height:14,class:"peg"}):F("circle",{cx:f,cy:b,r:15,class:"coin"})}),[p,u]=o.map(m=>Math.ceil(m*Xe)),v=F("svg",{viewBox:`0 0 ${p} ${u}`,width:p,height:u,class:"coins","aria-hidden":"true"});return v.append(...d,...h),{image:v,middles:c.map(([m,f])=>[100*m/p,100*f/u])}}var tt=r=>r===ee?"the ground":`coin ${r}`;function nt({strings:r},e,t){let{image:s,middles:n}=Kt(r),i={...t,last:[]},o=r.map(([l,c],d)=>{let h=z(`${e}-${d}`,`string from ${tt(l)} to ${tt(c)}`,a("span",{},"✂"),"edge",i);return Object.assign(h.style,{left:`calc(${n[d][0]}% - 13px)`,top:`calc(${n[d][1]}% - 13px)`,width:"26px",height:"26px"}),h});return a("div",{class:"graph",role:"group","aria-label":"strings and coins"},s,...o)}function it(r,e){let t=r.map((n,i)=>[n,i]).filter(([n])=>!W(n)),s=t.flatMap(([n,i],o)=>{let l=n.negative?"−":o>0?"+":"",c=Qt(n,i,e);return l?[a("span",{class:"plus"},l),c]:[c]});return De(a("div",{class:`parts ${t.length>1?"several":""}`},...s))}function Qt(r,e,t){return r.strings?nt(r,e,t):r.board&&I(r.text)==="dots_and_boxes"?Ue(r,e,t):r.board?_e(r,e,t):r.heaps?Qe(r,e,t):r.row!==void 0?Ye(r,e,t):r.edges?Ve(r,e,t):r.graph?Ge(r,e,t):r.picture?O(r.picture,r.text):a("p",{class:"as-text"},r.text)}function te(r){try{return JSON.parse(localStorage.getItem(r)??"null")??void 0}catch{return}}function re(r,e){try{return localStorage.setItem(r,JSON.stringify(e)),!0}catch{return!1}}var Yt=250,se=3,ot=20,at=10,U=class extends EventTarget{#e;#r=[];#t=0;constructor(e,t,s){super(),this.element=e,this.engine=t,this.home=s,this.field=de("position","domineering(3, 3)"),this.mover=this.#c("moves now",{L:"Left",R:"Right"},()=>this.#g()),this.rule=this.#c("rule",{normal:"who cannot move loses",misere:"who cannot move wins",points:"who has more points wins"},()=>this.#g()),this.machine=this.#c("machine",{"":"nobody",L:"Left",R:"Right"},()=>this.#x()),this.answers=a("input",{type:"checkbox",checked:te("cg-answers")!==!1,onchange:()=>this.#y()}),this.undo=k("Undo",()=>this.#O(),{title:"take a move back",disabled:!0}),this.redo=k("Redo",()=>this.#f(this.#e.at+1),{title:"make the move again",disabled:!0}),this.full=k("Full screen",()=>this.present(!e.classList.contains("present")),{title:"large, for a projector","aria-pressed":"false"}),this.status=a("p",{class:"status",role:"status"}),this.points=a("p",{class:"points-so-far"}),this.working=a("p",{class:"working faint",hidden:!0}),this.place=a("div",{class:"place-of-board"}),this.said=a("div",{class:"said","aria-live":"polite"}),this.list=a("div",{class:"moves"}),this.value=a("p",{class:"value-of-board"}),this.lookups=a("div",{}),this.walls=a("div",{}),this.thermograph=a("details",{hidden:!0,ontoggle:()=>re("cg-thermograph",this.thermograph.open),open:te("cg-thermograph")===!0},a("summary",{},"Thermograph"),this.walls),this.history=a("div",{class:"history"}),e.replaceChildren(pe(this.field,"Show",n=>this.open(n)),a("div",{class:"table"},a("div",{class:"field"},this.status,this.points,this.working,this.place,a("div",{class:"row"},this.undo,this.redo,k("Hint",()=>this.#E(),{title:"a good move, and why"}),k("Why?",()=>this.#C(),{title:"why the outcome is what it is"}),s.share&&k("Link",()=>s.share(this.address),{title:"copy a link to this position and the moves"}),s.explore&&k("Options",()=>s.explore(this.#e?.here.text),{title:"open its options as a tree"}),this.full),this.said),a("div",{class:"beside"},a("div",{class:"choices"},this.mover.label,this.machine.label,this.rule.label,a("label",{class:"switch"},this.answers," show answers")),this.list,this.value,this.lookups,this.thermograph,this.history))),document.addEventListener("fullscreenchange",()=>!document.fullscreenElement&&this.present(!1))}async open(e,t={}){if(!e.trim())return this.field.focus();this.field.value=e,t.mover&&(this.mover.value=t.mover),t.machine!==void 0&&(this.machine.value=t.machine??""),t.answers!==void 0&&(this.answers.checked=t.answers);let s=!("rule"in t)&&this.rule.value==="misere"?"misere":void 0;this.#e=new B(e,this.mover.value,t.rule??s??"normal"),this.#e.mayCount=!t.rule&&!s,this.#t++;for(let n of t.line??[])if(!await this.#$(n))break;return this.dispatchEvent(new Event("opened")),this.#a()}hide(e){if(this.answers.checked=!e,this.said.replaceChildren(),!!this.#e){for(let t of this.#e.line)if(t.seen?.parts.some(({graph:s})=>s))for(let s of["seen","ways","verdicts","lengths"])delete t[s];this.#a()}}present(e){this.element.classList.toggle("present",e),this.full.textContent=e?"Leave full screen":"Full screen",this.full.setAttribute("aria-pressed",String(e)),e?this.element.requestFullscreen?.().catch(()=>{}):document.fullscreenElement&&document.exitFullscreen()}get address(){if(!this.#e)return;let{line:e,rule:t,numbers:s}=this.#e;return{board:s?e[0].text:this.#e.here.text,mover:s?e[0].mover:this.#e.here.mover,rule:t==="normal"?void 0:t,machine:this.machine.value||void 0,answers:this.#s?"hidden":void 0,line:s?.length?s.join("."):void 0}}get position(){return this.#e?.here.seen&&this.#e.here.text}get#s(){return!this.answers.checked}#c(e,t,s){let n=a("select",{onchange:s},...Object.entries(t).map(([i,o])=>a("option",{value:i},o)));return{label:a("label",{},`${e} `,n),get value(){return n.value},set value(i){n.value=i}}}#y(){re("cg-answers",this.answers.checked),this.hide(!this.answers.checked)}#g(){this.#e&&(this.#e.change(this.mover.value,this.rule.value),this.#a())}async#$(e){let{here:t}=this.#e;t.seen??=await this.#v(this.#e);let s=t.seen.moves?.[e];return s?(this.#e.make(s,s.ways[0]??[]),!0):!1}async#v(e){let{text:t,mover:s}=e.here,n=await this.engine.ask({do:"board",...e.request(),notes:!this.#s});if(!n.ok&&/^points decide/.test(n.message)){let o=await this.engine.ask({do:"board",text:`${t} + *`,mover:s});n=o.ok&&o.moves.length===1?{ok:!0,text:t,parts:o.parts.slice(0,-1),moves:[],points:!0}:n}if(st(n),n.parts?.filter(o=>!W(o)).length===1)for(let o of n.moves)o.label=o.label.replace(/^part \d+: (?:.* -> )?/,"");if(e.mayCount&&e.at===0&&n.ok&&ve(n)&&(e.rule="points"),e.rule!=="points"||n.moves?.length!==0)return n;let i=await this.#d(e.here);return{...n,ending:`${q[s]} cannot move${i===void 0?"":`: ${M(i)}`}.`}}async#d({text:e,mover:t},s=se){let n=await this.#p(s,{do:"eval",text:`score(${e}, ${t})`});return n.answers?.[0]?.ok?n.answers[0].text:void 0}async#p(e,t){let s=setTimeout(()=>this.engine.stop(),1e3*Math.max(.05,e)),n=await this.engine.ask(t);return clearTimeout(s),n}async#o(e){let t=this.#t,s=await this.engine.ask(e);return t===this.#t?s:void 0}async#h(){let e=this.#t;this.engine.isBusy&&(await new Promise(t=>{this.engine.addEventListener("idle",t,{once:!0}),setTimeout(t,Yt)}),e===this.#t&&this.engine.isBusy&&this.engine.stop())}async#a(){let e=++this.#t,t=this.#e,{here:s}=t;if(this.mover.value=s.mover,this.undo.disabled=t.at===0,this.redo.disabled=t.at===t.line.length-1,this.#r=[],this.said.replaceChildren(),!s.seen){if(this.#n(""),await this.#h(),e!==this.#t)return;let n=await this.#v(t);if(e!==this.#t)return;if(!n.ok)return this.#q(n);s.seen=n}this.rule.value=t.rule,this.#n(),this.#i(),this.#l(),this.dispatchEvent(new Event("shown")),await this.#x(),e===this.#t&&!this.#s&&await this.#z(s)}#q(e){this.#n();for(let t of[this.place,this.points,this.list,this.value,this.lookups,this.history])t.replaceChildren();this.offered=void 0,this.thermograph.hidden=!0,this.status.textContent="",this.said.replaceChildren(E(e,this.#e.here.text))}async#z(e){let t=this.#e;if(t.rule==="points")return this.#w(e,at);let s=t.request(e),n=this.#t;if(this.#n("searching"),!(!e.verdicts&&!await this.#b(e,s,se))){if(this.#i(),!e.about){let i=await this.#o({do:"about",...s});if(!i)return;e.about=i,this.#l()}if(!e.lengths&&e.seen.moves.length>0){let i=await this.#o({do:"lengths",seconds:se,...s});if(!i)return;e.lengths=!0,i.lengths?.forEach((o,l)=>e.seen.moves[l].length=o),this.#i()}for(let i of t.line.filter(({about:o})=>!o)){if(i.about=await this.#o({do:"about",...t.request(i)}),!i.about)return;this.#l()}n===this.#t&&this.#n()}}async#w(e,t){let s=this.#e,n=this.#t,i=performance.now()+1e3*t,o=()=>(i-performance.now())/1e3;this.#n("searching");let l=async d=>{if(d.about||o()<0)return!0;let h=await this.#d(d,o());return n!==this.#t?!1:(h!==void 0&&(d.about=ke(h,d.mover)),this.#l(),!0)};if(!await l(e))return;let{moves:c}=e.seen;for(let d of c)if(!(d.score!==void 0||o()<0)&&(d.score=await this.#d(P(d.text,e.mover),o()),n!==this.#t))return;e.about&&ye(c,e.about.score),e.verdicts=!0,e.isOpen=!e.about||c.some(({score:d})=>d===void 0),this.#i();for(let d of s.line)if(!await l(d))return;this.#n()}async#b(e,t,s){let n=await this.#o({do:"verdicts",seconds:s,...t});return n?(e.verdicts=!0,n.verdicts?.forEach((i,o)=>e.seen.moves[o].verdict=i??void 0),e.isOpen=n.verdicts?.some(i=>i===null),!0):!1}async#S(){let{here:e}=this.#e;if(this.#e.rule==="points")return this.#w(e,60);this.#n("searching"),await this.#b(e,this.#e.request(e),60)&&(this.#n(),this.#i())}#n(e){if(clearInterval(this.clock),this.working.hidden=!0,this.place.removeAttribute("aria-busy"),e===void 0)return;let t=performance.now();this.clock=setInterval(()=>{let s=Math.floor((performance.now()-t)/1e3);this.working.hidden=!1,this.working.textContent=`${e||"asking"} … ${s} s`,e||this.place.setAttribute("aria-busy","true")},500)}#i(){let{here:e}=this.#e,{seen:t}=e,s={...this.#m,chosen:this.#r,last:e.places,laid:e.laid,isHidden:this.#s||!e.verdicts,press:d=>this.#L(d)},n=this.element.getRootNode().activeElement,i=n?.dataset?.place,o=this.list.contains(n);this.place.replaceChildren(it(t.parts,s)),this.place.dataset.shown=e.text;let l=[...this.place.querySelectorAll("[data-place]:not(:disabled)")];i&&(l.find(d=>d.dataset.place===i)??l[0])?.focus();let c=e.isOpen&&!this.#s?[k("Search longer",()=>this.#S(),{class:"small"})]:[];this.list.replaceChildren(...We(t,this.#r,e.mover,this.#s,e.verdicts,d=>this.#u(d)),...c),o&&this.list.querySelector("button")?.focus()}#l(){let{here:e}=this.#e,{ending:t}=e.seen,{outcome:s,value:n,heat:i}=!this.#s&&e.about||{},o=t??`${q[e.mover]} moves${e.moved===e.mover?" again":""}.`;this.points.replaceChildren(...this.#e.rule==="points"?be(e.seen.parts):[]),this.status.className=`status ${t?"":e.mover==="L"?"by-left":"by-right"}`,this.status.replaceChildren(a("strong",{},o),s&&!t?` ${s.charAt(0).toUpperCase()}${s.slice(1)}.`:""),this.told!==this.status.textContent&&me(this.told=this.status.textContent),this.value.replaceChildren(...n?.text?["Value ",n.latex?T(n.latex,n.text):a("code",{},n.text)]:[]),i&&this.value.append(a("span",{class:"faint"},` mean ${i.mean}, temperature ${i.temperature}`)),this.#M(n?.text),this.thermograph.hidden=!i?.picture,i?.picture&&this.walls.replaceChildren(O(i.picture,"thermograph")),this.history.replaceChildren(...$e(this.#e,this.#s,l=>this.#f(l)))}#M(e){let{here:t,rule:s}=this.#e,n=this.#s||t.seen.ending?"":`${s} ${t.mover} ${e??""} ${t.text}`;this.offered!==n&&(this.offered=n,this.lookups.replaceChildren(...n?Pe({...t,parts:t.seen.parts,worth:e,rule:s},this.home.look):[]))}get#m(){return this.#e.here.ways??=ce(this.#e.here.seen)}#L(e){if(!this.#e.here.seen)return;let{way:t,chosen:s}=D(this.#m,this.#r,e);if(t)return this.#u(t.move,t.places);this.#r=s,this.#i();let n=this.#m.ways.some(({places:i})=>i.length===this.#r.length&&i.every(o=>this.#r.includes(o)));this.#r.length>0&&n&&this.said.replaceChildren(a("p",{class:"faint"},"Press it again if that is all, or press another one too."))}#u(e,t=e.ways?.[0]??[],s){return this.#e.make(e,t,s),this.#a()}#f(e){return this.#e.at=e,this.#e.here.mover===this.machine.value&&(this.machine.value=""),this.#a()}#O(){let e=this.#e;if(e.at===0)return;let t=e.at-1;for(;t>0&&e.line[t].mover===this.machine.value;)t--;this.#f(t)}async#x(){let{here:e}=this.#e??{};if(!e?.seen||e.seen.ending||e.mover!==this.machine.value)return;let t=await this.#k();if(!t)return;if(!t.ok||!t.text)return this.said.replaceChildren(E({message:t.message??t.why},""));let s=e.seen.moves.find(({text:c})=>c===t.text),n=`${q[e.mover]} moved: ${t.label}${this.#s?"":`, because ${t.why}`}.`,i=this.#u(t,s?.ways[0]??[],"machine"),o=this.#t,l=()=>o===this.#t&&this.said.replaceChildren(a("p",{},n));l(),await i,l()}async#k(){if(this.#e.rule!=="points")return this.#o({do:"advise",...this.#e.request()});let e=this.#t,{text:t,mover:s,seen:n}=this.#e.here,i=await this.#p(at,{do:"eval",text:`score(${t}, ${s})
best_moves(${t}, points, ${s})[0]`});if(e!==this.#t)return;let[o,l]=i.answers??[],c=n.moves.find(p=>l?.ok&&p.text===l.position);if(c)return{ok:!0,...c,why:M(o.text)};let d=n.moves.filter(p=>P(p.text,s).mover===s);return{ok:!0,...d[0]??n.moves[Math.floor(Math.random()*n.moves.length)],why:d[0]?"it is too much to search, and this moves again":"it is too much to search"}}async#E(){if(!this.#e?.here.seen)return;await this.#h();let e=await this.#k();if(!e)return;let t=e.ok?e.label?`${e.label}: ${e.why}.`:`${e.why}.`:e.message;this.said.replaceChildren(a("p",{},t))}async#C(){if(!this.#e?.here.seen)return;await this.#h();let{rule:e,here:t}=this.#e,s=this.#t;this.#n("asking");let n=await this.#p(ot,{do:"eval",text:`explain(${t.text}${e==="normal"?"":`, ${e}`})`});if(s!==this.#t)return;if(this.#n(),n.stopped)return this.said.replaceChildren(a("p",{},`No reason was found within ${ot} s.`));let i=n.answers?.at(-1)??n;this.said.replaceChildren(...i.ok?Re((i.printed??"")+i.text):[E(i,"")])}};var lt=`/* The board, the games and the tree of options. */

.choices { display: flex; flex-wrap: wrap; gap: 0.3rem 0.8rem; font-size: 0.9rem; color: var(--faint); align-items: center; }
.choices select { max-width: none; min-height: 1.9rem; padding: 0.1rem 0.3rem; color: var(--ink); }
.choices input[type="number"] { width: 4rem; min-height: 1.9rem; background: var(--card); border: 1px solid var(--line); border-radius: 6px; }
.switch { color: var(--ink); font-weight: 600; }
.switch input { width: 1.1rem; height: 1.1rem; vertical-align: -0.15rem; }
.field, .beside { container-type: inline-size; }
.beside { display: grid; gap: 0.3rem; }
.status { margin: 0.5rem 0 0.4rem; padding-left: 0.6rem; border-left: 4px solid var(--line); }
.status.by-left { border-left: 4px solid var(--left); } .status.by-right { border-left: 4px double var(--right); }
.working { margin: 0; font-size: 0.9rem; }
.place-of-board { min-height: 3rem; overflow-x: auto; padding: 3px; }
.place-of-board[aria-busy] { opacity: 0.5; }
.as-text { font-family: var(--keys); overflow-wrap: anywhere; }
.parts { display: flex; flex-wrap: wrap; align-items: center; gap: 0.8rem; }
.parts.several > :not(.plus) { border: 1px solid var(--line); border-radius: 8px; padding: 0.5rem; }
.parts.several .grid { --most: 2.6rem; }
.plus { font-size: 1.6rem; }

/* Squares and what is on them. */
.grid { --most: 4.2rem; --size: clamp(1.7rem, calc((100cqw - 3.2rem) / var(--columns, 8)), var(--most)); }
.line-of-squares, .line-of-squares > div { display: flex; }
.square, .rim.top { width: var(--size, 2.4rem); margin: 0; }
.rim { color: var(--faint); font-size: 0.8rem; text-align: center; }
.rim.side { width: 1.4rem; align-self: center; }
.square { position: relative; aspect-ratio: 1; min-height: 0; padding: 0; border-radius: 0; line-height: 1; background: var(--cell); border: 1px solid var(--rim); display: flex; align-items: center; justify-content: center; font-size: calc(var(--size, 2.4rem) * 0.6); }
.square:disabled { opacity: 1; }
.square.win { background: var(--win); } .square.loss { background: var(--loss); } .square.draw { background: var(--draw); }
.square.can:hover { border-color: var(--accent); box-shadow: inset 0 0 0 2px var(--accent); }
.square.chosen { box-shadow: inset 0 0 0 4px var(--accent); }
.square.last:not(.chosen) { box-shadow: inset 0 0 0 2px var(--ink); }
.square:focus-visible { z-index: 1; }
.mark { position: absolute; top: 0; left: 2px; font-size: clamp(0.7rem, calc(var(--size, 2.4rem) * 0.28), 1.4rem); font-weight: 700; line-height: 1.1; color: var(--loss-ink); }
.win > .mark { color: var(--win-ink); } .draw > .mark { color: var(--draw-ink); }
.square.blocked { background: repeating-linear-gradient(45deg, var(--rim), var(--rim) 4px, var(--other) 4px, var(--other) 8px); }
.square.chocolate { background: #8a5a33; border: 3px ridge #b98050; }
.square.chocolate > .mark { color: #fff; }
.square.chocolate.win { background: #4d3a63; } .square.chocolate.loss { background: #8a5a33; }
.stone { display: grid; place-items: center; width: 72%; aspect-ratio: 1; border-radius: 50%; font-size: 0.6em; font-weight: 700; }
.stone.left { background: var(--left); color: var(--paper); border: 2px solid var(--left); }
.stone.right { background: var(--paper); color: var(--right); border: 4px solid var(--right); }
.queen { font-size: 1.1em; } .queen.left { color: var(--left); } .queen.right { color: transparent; -webkit-text-stroke: 1.5px var(--right); }
.letter { font-family: var(--keys); }
.toppling_dominoes .stone { width: 40%; aspect-ratio: 1 / 2; border-radius: 3px; }
/* A domino covers its squares; Left's are filled, Right's are open. */
.square.laid { background: var(--cell); }
.square.laid::before { content: ""; position: absolute; inset: 12%; border: 3px solid; }
.laid.by-left::before { background: var(--left); border-color: var(--left); }
.laid.by-right::before { background: repeating-linear-gradient(0deg, transparent 0 6px, color-mix(in srgb, var(--right) 35%, transparent) 6px 8px); border-color: var(--right); }
.laid.joins-after::before { right: -1px; border-right: 0; } .laid.joins-before::before { left: -1px; border-left: 0; }
.laid.joins-down::before { bottom: -1px; border-bottom: 0; } .laid.joins-up::before { top: -1px; border-top: 0; }

/* Dots, lines and boxes; strings and coins. A line to press is as wide as a finger, its ink is thin. */
.points-so-far { display: flex; align-items: stretch; gap: 0.6rem; margin: 0.3rem 0; }
.points-so-far:empty { display: none; }
.points-so-far > span { padding: 0.1rem 0.8rem; border-radius: 6px; border: 4px solid; font-size: 1.05rem; }
.points-so-far > .by-left { background: var(--left); border-color: var(--left); color: var(--paper); }
.points-so-far > .by-right { border: 4px double var(--right); color: var(--right); }
.boxes { --dot: 1.6rem; --most: 4.5rem; --side: clamp(1.6rem, calc((100cqw - 3rem - var(--dot)) / var(--columns) - var(--dot)), var(--most)); display: grid; width: fit-content; grid-template-columns: 1.4rem repeat(var(--columns), var(--dot) var(--side)) var(--dot); grid-template-rows: auto repeat(var(--rows), var(--dot) var(--side)) var(--dot); }
.boxes .rim.top { width: auto; }
.dot { place-self: center; width: 0.8rem; height: 0.8rem; border-radius: 50%; background: var(--ink); z-index: 1; }
.square.stroke { width: auto; height: auto; aspect-ratio: auto; border: 0; background: none; --size: 2.4rem; }
.stroke.across { margin: 0 calc(var(--dot) / -2); padding: 0 calc(var(--dot) / 2); } .stroke.down { margin: calc(var(--dot) / -2) 0; padding: calc(var(--dot) / 2) 0; }
.stroke .ink { display: block; border-radius: 3px; } .across .ink { width: 100%; height: 0; border-top: 3px dotted var(--faint); } .down .ink { height: 100%; width: 0; border-left: 3px dotted var(--faint); }
.stroke:disabled:not(.drawn) .ink { border-color: var(--line); }
.stroke.drawn .ink { border: 0; background: var(--ink); } .across.drawn .ink { height: 6px; } .down.drawn .ink { width: 6px; }
.stroke.drawn.by-left .ink { background: var(--left); }
.across.drawn.by-right .ink { background: none; height: 7px; border-block: 2.5px solid var(--right); } .down.drawn.by-right .ink { background: none; width: 7px; border-inline: 2.5px solid var(--right); }
.across.best .ink { border-top: 5px dashed var(--win-ink); } .down.best .ink { border-left: 5px dashed var(--win-ink); }
.square.stroke.can:hover, .square.stroke.last:not(.chosen), .square.stroke.chosen { box-shadow: none; }
.stroke.can:hover .ink { border-color: var(--accent); border-style: solid; }
.stroke.last .ink { outline: 2px solid var(--ink); outline-offset: 2px; }
.stroke > .mark { top: 50%; left: 50%; transform: translate(-50%, -50%); color: var(--win-ink); background: var(--card); border-radius: 50%; width: 1.2em; text-align: center; }
.stroke.worse > .mark { display: none; }
.box { display: grid; place-items: center; font-weight: 700; font-size: calc(var(--side) * 0.45); margin: -3px; }
.box.by-left { background: var(--left); color: var(--paper); }
.box.by-right { background: repeating-linear-gradient(45deg, transparent 0 7px, color-mix(in srgb, var(--right) 40%, transparent) 7px 10px); color: var(--right); border: 4px double var(--right); }
.box.by-right { text-shadow: 0 0 4px var(--card), 0 0 4px var(--card), 0 0 4px var(--card); }
.coins { display: block; max-width: 100%; height: auto; }
.coins .string { fill: none; stroke: var(--faint); stroke-width: 4; } .coins .coin { fill: #f2c94c; stroke: #7a5a00; stroke-width: 3; } .coins .peg { fill: var(--taken); }
.square.edge.best { background: var(--win); border-color: var(--win-ink); } .square.edge.worse { border-style: dashed; } .square.edge.worse > .mark { display: none; }
.move.best { background: var(--win); color: var(--win-ink); } .square.best > .mark { color: var(--win-ink); }
.square.best { background: var(--win); } .square.stroke.best { background: none; }

/* Heaps and pins. */
.heaps { display: flex; flex-wrap: wrap; align-items: flex-end; gap: 1.2rem; }
.heap { display: flex; flex-direction: column; align-items: center; justify-content: flex-end; min-width: 2.6rem; }
.counters { display: grid; gap: 1px 3px; align-items: end; }
.square.counter { width: 3rem; height: 1.5rem; aspect-ratio: auto; border-radius: 0.75rem; border-color: var(--taken); --size: 2.4rem; }
.heap .size, .row-of-pins .size { color: var(--faint); font-size: 0.9rem; }
.row-of-pins { display: flex; flex-wrap: wrap; align-items: flex-end; gap: 3px; }
.square.pin { width: 2rem; height: 4rem; aspect-ratio: auto; border-radius: 6px; align-items: flex-end; }
.square.pin::after { content: ""; width: 0.9rem; height: 2.4rem; margin-bottom: 0.3rem; background: var(--pin); border-radius: 45% 45% 35% 35% / 30% 30% 20% 20%; clip-path: polygon(30% 0, 70% 0, 75% 25%, 62% 42%, 100% 75%, 85% 100%, 15% 100%, 0 75%, 38% 42%, 25% 25%); }
.row-of-pins .size { align-self: center; margin-left: 0.4rem; }

.cake, .parts.several > .cake { position: relative; padding: 1.9rem 0.5rem 0.5rem 1.9rem; width: fit-content; --size: clamp(1.2rem, calc(18rem / var(--columns, 4)), 2.6rem); }
.square.cut { position: absolute; z-index: 1; width: 1.7rem; height: 1.7rem; font-size: 0.9rem; border-radius: 6px; }
.square.cut.across-column { top: 0; left: calc(1.9rem + var(--at) * var(--size) - 0.85rem); } .square.cut.across-row { left: 0; top: calc(1.9rem + var(--at) * var(--size) - 0.85rem); }
.square.cut > .mark { top: -0.5rem; left: -0.3rem; background: var(--card); border-radius: 4px; }
.crumb { background: #e3c08a; border-color: #b98050; }

/* Graphs and Hackenbush. */
.graph { position: relative; width: fit-content; max-width: 100%; }
.graph .picture { margin: 0; min-width: min(100%, 12rem); }
.square.vertex, .square.edge { position: absolute; width: auto; aspect-ratio: auto; padding: 0; min-width: 24px; min-height: 24px; background: none; border-color: transparent; border-radius: 6px; font-size: 0.8rem; color: var(--left); }
.square.vertex { justify-content: flex-start; align-items: flex-start; }
.square.vertex.gone { background: #0003; }
.square.vertex.can, .square.edge.can { border: 2px solid var(--rim); }
.square.vertex.win { background: color-mix(in srgb, var(--win-ink) 12%, transparent); border-color: var(--win-ink); }
.square.vertex.loss { background: color-mix(in srgb, var(--loss-ink) 12%, transparent); border-color: var(--loss-ink); border-style: dashed; }
.square.vertex > .mark { left: auto; right: -0.7rem; top: -0.7rem; background: var(--card); border-radius: 50%; padding: 0 2px; font-size: 0.9rem; }
.square.edge { border-radius: 50%; background: var(--card); color: var(--ink); }
.square.edge.blue { color: var(--left); } .square.edge.red { color: var(--right); }
.square.edge.win { background: var(--win); border-color: var(--win-ink); } .square.edge.loss { background: var(--loss); border: 2px dashed var(--loss-ink); }
.square.edge > .mark { left: 100%; top: -0.3rem; background: var(--card); border-radius: 4px; padding: 0 2px; }
.edge-letter { font-weight: 700; font-size: 0.85rem; }

/* Moves, value, history. */
.moves ul { list-style: none; margin: 0; padding: 0; display: grid; gap: 0.25rem; max-height: 16rem; overflow: auto; }
.moves h3, .history h3 { font-size: 1rem; margin: 0.6rem 0 0.3rem; }
.move { display: flex; gap: 0.6rem; width: 100%; text-align: left; align-items: baseline; padding: 0.15rem 0.6rem; min-height: 2rem; }
.move .where { flex: 1; font-family: var(--keys); font-size: 0.88rem; overflow-wrap: anywhere; }
.move .prospect { font-size: 0.88rem; white-space: nowrap; }
.move.win { background: var(--win); color: var(--win-ink); } .move.loss { background: var(--loss); color: var(--loss-ink); } .move.draw { background: var(--draw); color: var(--draw-ink); }
.value-of-board { margin: 0.4rem 0; overflow-x: auto; }
.value-of-board:empty { display: none; }
.lookups { display: flex; flex-wrap: wrap; gap: 0.3rem; margin: 0.3rem 0; align-items: center; }
.looked-up p { margin: 0.3rem 0; }
.beside summary { cursor: pointer; }
.line { list-style: none; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: 0.25rem; }
.step-of-play { padding: 0.1rem 0.5rem; min-height: 1.8rem; font-size: 0.88rem; border-left-width: 4px; }
.step-of-play.by-left { border-left-color: var(--left); } .step-of-play.by-right { border-left: 4px double var(--right); }
.step-of-play[aria-current] { outline: 2px solid var(--accent); font-weight: 600; }
.scrolls { overflow-x: auto; }
.chart { display: block; max-width: none; }
.chart .axis { stroke: var(--line); } .chart .mean { fill: none; stroke: var(--ink); stroke-width: 2; } .chart .mean-dot { fill: var(--ink); }
.chart .warm { stroke: var(--faint); stroke-width: 4; opacity: 0.6; }
.chart .left { fill: var(--left); } .chart .right { fill: var(--paper); stroke: var(--right); stroke-width: 3; } .chart .nobody { fill: var(--faint); }
.chart .label { fill: var(--ink); font-size: 12px; text-anchor: middle; } .chart .of-left { fill: var(--paper); }
.chart .here { fill: none; stroke: var(--accent); stroke-width: 2; }
.explained p { margin: 0.15rem 0; }
.small-board { display: inline-grid; vertical-align: middle; margin: 2px; border: 1px solid var(--faint); }
.small-row { display: flex; }
.small-square { width: 0.9rem; height: 0.9rem; border: 1px solid var(--rim); font-size: 0.65rem; line-height: 0.8rem; text-align: center; font-family: var(--keys); }
.small-square.taken { background: var(--taken); }

/* The gallery and an own board. */
.cards { list-style: none; margin: 0; padding: 0; display: grid; gap: 0.6rem; grid-template-columns: repeat(auto-fill, minmax(11rem, 1fr)); }
.cards li { display: flex; }
.card { display: flex; flex-direction: column; gap: 0.2rem; width: 100%; text-align: left; align-items: flex-start; padding: 0.5rem 0.7rem; font-size: 0.9rem; }
.place-of-picture { display: grid; place-items: center; width: 100%; height: 6.5rem; overflow: hidden; }
.miniature { display: flex; gap: 0.4rem; align-items: center; max-height: 100%; }
.miniature .picture { max-height: 6.2rem; max-width: 100%; width: auto; margin: 0; }
.tiny-row, .tiny-heaps { display: flex; } .tiny-heaps { gap: 4px; align-items: flex-end; }
.tiny-square { width: 1.15rem; height: 1.15rem; border: 1px solid var(--rim); background: var(--cell); display: grid; place-items: center; font-size: 0.8rem; }
.tiny-square.blocked { background: var(--taken); } .tiny-square.chocolate { background: #8a5a33; }
.tiny-square .stone { width: 0.85rem; height: 0.85rem; border-width: 1px; font-size: 0.5rem; line-height: 1; overflow: hidden; } .tiny-square .stone.right { border-width: 2px; } .tiny-square .queen.right { -webkit-text-stroke-width: 1px; }
.tiny-heap { display: flex; flex-direction: column; gap: 1px; }
.tiny-counter { width: 1.3rem; height: 0.42rem; border-radius: 0.2rem; background: var(--pin); } .tiny-pin { width: 0.4rem; height: 1.6rem; border-radius: 0.2rem; background: var(--pin); }
.tiny-boxes { display: grid; grid-template-columns: repeat(calc((var(--columns) - 1) / 2), 6px 26px) 6px; grid-auto-rows: 6px 26px; }
.tiny-boxes .dot { width: 6px; height: 6px; } .tiny-boxes .across { border-top: 3px solid var(--ink); } .tiny-boxes .down { border-left: 3px solid var(--ink); } .tiny-boxes .by-left { background: var(--left); } .tiny-boxes .by-right { border: 3px double var(--right); }
.miniature .coins { max-height: 6.2rem; width: auto; }
.editor { border: 1px solid var(--line); border-radius: 8px; padding: 0.5rem 0.8rem; }
.editor summary { cursor: pointer; font-weight: 600; }
.own-board { --size: clamp(1.7rem, calc(20rem / var(--columns, 4)), 3rem); margin: 0.6rem 0; }

/* The tree of options. */
.tree { overflow-x: auto; }
.node-head { display: flex; flex-wrap: wrap; gap: 0.3rem 0.5rem; align-items: center; }
.option::before { content: "▸ "; } .option[aria-expanded="true"]::before { content: "▾ "; }
.option.minor { color: var(--faint); border-style: dashed; } .option.minor code { color: var(--faint); }
.worth { display: inline-flex; gap: 0.3rem; align-items: center; font-size: 0.92rem; } .worth pre { margin: 0; }
.below { margin-left: 0.6rem; }
.side-of-node { border-left: 3px solid var(--left); padding-left: 0.7rem; margin: 0.3rem 0; } .side-of-node.by-right { border-left: 3px double var(--right); }
.side-of-node ul { list-style: none; margin: 0; padding: 0; display: grid; gap: 0.25rem; } .side-of-node p { margin: 0; }
.whose { font-size: 0.8rem; color: var(--faint); }

/* For a projector: the board fills the screen, large. */
.present { position: fixed; inset: 0; z-index: 20; overflow: auto; background: var(--paper); color: var(--ink); padding: 1.5vmin 2vw; font-size: clamp(1.1rem, 2.4vmin, 2.4rem); }
.present .table { display: grid; grid-template-columns: minmax(0, 3fr) minmax(20rem, 2fr); gap: 2vw; }
.present .status { font-size: 1.5em; }
.present .ask input { font-size: 1em; } .present h3 { font-size: 1.1em; }
.present .grid { --most: calc((100vh - 19rem) / var(--rows, 4)); }
.present .parts.several .grid { --most: 9vmin; }
.present .square.counter { width: 6rem; height: 2.6rem; --size: 4rem; border-radius: 1.3rem; } .present .square.pin { width: 3.4rem; height: 7rem; --size: 4rem; }
.present .square.pin::after { width: 1.6rem; height: 4.4rem; }
.present .boxes { --dot: 2.4rem; --most: calc((100vh - 21rem) / var(--rows) - 2.4rem); } .present .points-so-far > span { font-size: 1.4em; }
.present .square.stroke { --size: 5rem; } .present .dot { width: 1.3rem; height: 1.3rem; } .present .across.drawn .ink { height: 11px; } .present .down.drawn .ink { width: 11px; }
.present .coins ~ .square.edge { transform: scale(1.5); }
.present .coins { width: 50vw; max-height: 65vh; }
.present .graph .picture { width: 44vw; max-height: 70vh; width: auto; min-width: 24vw; }
.present .rim { font-size: 1em; } .present .moves ul { max-height: 40vh; }
.present :is(.move .where, .move .prospect, .step-of-play, .choices) { font-size: 0.85em; }
@media (max-width: 60rem) { .present .table { grid-template-columns: minmax(0, 1fr); } .present .grid { --most: 4.2rem; } }
@media print { .present { position: static; } }
`;var ct=`/* The page: two columns, or one on a phone; light or dark. */

:root {
  --paper: #fbfaf7; --card: #ffffff; --ink: #1d2126; --faint: #5d6670; --line: #d9dcdf; --accent: #1f5f99; --accent-ink: #ffffff;
  --win: #cbe0f5; --win-ink: #0b4a80; --loss: #fbdcb4; --loss-ink: #7a3d00; --draw: #e4e7ea; --draw-ink: #3c444c; --other: #e9ebee;
  --danger: #b3261e; --mark: #f9c9b6; --left: #0060a8; --right: #b8400e; --cell: #ffffff; --rim: #c9cdd2; --taken: #7b838c; --pin: #5d6670;
  --function: #1a5f96; --number: #8a2f8a; --text: #2c6a2f;
  --keys: "DejaVu Sans Mono", "Cascadia Code", Menlo, Consolas, monospace;
  color-scheme: light;
}
:root[data-theme="dark"] {
  --paper: #15181c; --card: #1d2126; --ink: #e8eaed; --faint: #a2abb5; --line: #383f47; --accent: #7db8ef; --accent-ink: #10212f;
  --win: #14395c; --win-ink: #a9d4ff; --loss: #55350a; --loss-ink: #ffcb8a; --draw: #343b43; --draw-ink: #d5dae0; --other: #2b3138;
  --danger: #ffb4a8; --mark: #7d3a20; --left: #63b1f0; --right: #f2925c; --cell: #272d34; --rim: #4c555f; --taken: #6d7680; --pin: #a2abb5;
  --function: #8cc4f5; --number: #dd9bdd; --text: #98d29b;
  color-scheme: dark;
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 "Segoe UI", "Helvetica Neue", "DejaVu Sans", Arial, sans-serif; }
h1, h2, h3, h4, h5 { line-height: 1.25; margin: 1.2em 0 0.5em; }
h2 { font-size: 1.5rem; } h3 { font-size: 1.2rem; } h4 { font-size: 1.05rem; }
pre { margin: 0.3rem 0; white-space: pre-wrap; overflow-wrap: anywhere; }
code { background: color-mix(in srgb, var(--line) 45%, transparent); border-radius: 3px; padding: 0.05em 0.25em; }
pre code { background: none; padding: 0; }
a { color: var(--accent); }
.faint { color: var(--faint); }
.heard { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 0.5rem; top: 0.5rem; z-index: 9; background: var(--card); padding: 0.5rem; }

button, select, input, textarea { font: inherit; color: inherit; }
pre, code, .cell.code textarea, .ask input { font-family: var(--keys); font-size: 0.92rem; }
button, select { background: var(--card); border: 1px solid var(--line); border-radius: 6px; padding: 0.3rem 0.7rem; min-height: 2.2rem; cursor: pointer; }
select { max-width: 12rem; }
button:hover:not(:disabled), select:hover { border-color: var(--accent); }
button:disabled { opacity: 0.5; cursor: default; }
button.small { padding: 0.05rem 0.5rem; min-height: 1.7rem; font-size: 0.85rem; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
.row { display: flex; flex-wrap: wrap; gap: 0.5rem; margin: 0.7rem 0; }

header { position: sticky; top: 0; z-index: 5; display: flex; flex-wrap: wrap; align-items: center; gap: 0.4rem 1rem; padding: 0.5rem 1rem; background: var(--paper); border-bottom: 1px solid var(--line); }
header h1 { margin: 0; font-size: 1.4rem; font-family: var(--keys); color: var(--accent); }
header nav { display: flex; flex-wrap: wrap; align-items: center; gap: 0.4rem; }
#loading { margin: 0; display: flex; gap: 0.5rem; align-items: center; font-size: 0.9rem; }
#from-file { grid-column: 1 / -1; border-left: 3px solid var(--danger); padding: 0.3rem 0.8rem; }
#notice { position: fixed; left: 50%; bottom: 1rem; transform: translateX(-50%); z-index: 30; margin: 0; padding: 0.5rem 1rem; max-width: 92vw; background: var(--ink); color: var(--paper); border-radius: 8px; box-shadow: 0 4px 16px #0005; }
#notice:empty { display: none; }
#notice button { background: transparent; color: inherit; border-color: currentColor; margin-left: 0.6rem; }
#stop { visibility: hidden; background: var(--card); color: var(--danger); border-color: currentColor; font-weight: 600; }
body.busy #stop { visibility: visible; }
main { display: grid; grid-template-columns: minmax(0, 3fr) minmax(19rem, 2fr); gap: 1.5rem; max-width: 92rem; margin: 0 auto; padding: 1rem; }
aside { position: sticky; top: 4rem; align-self: start; max-height: calc(100vh - 5rem); overflow: auto; background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 0.8rem 1rem; }

.cell { position: relative; margin-bottom: 0.8rem; border-radius: 8px; }
.cell.code { background: var(--card); border: 1px solid var(--line); padding: 0.5rem 0.8rem; }
.cell.code:focus-within { border-color: var(--accent); }
.cell.running .output { opacity: 0.5; }
.frame { position: relative; flex: 1; }
textarea { display: block; width: 100%; border: 0; background: transparent; resize: none; overflow: hidden; padding: 0.2rem 0; line-height: 1.45; }
.cell.code textarea { outline-offset: 4px; outline-color: transparent; }
.coloured .behind, .coloured textarea { margin: 0; padding: 0.2rem 0; line-height: 1.45; white-space: pre-wrap; overflow-wrap: break-word; }
.coloured .behind { position: absolute; inset: 0; pointer-events: none; }
.coloured textarea { position: relative; color: transparent; caret-color: var(--ink); }
.is-keyword { font-weight: 700; } .is-function { color: var(--function); } .is-number { color: var(--number); }
.is-text { color: var(--text); } .is-comment { color: var(--faint); } .is-error { color: var(--danger); text-decoration: underline wavy; }
.cell.text textarea { background: var(--card); border: 1px solid var(--line); border-radius: 6px; padding: 0.5rem; }
.cell.text:not(.editing) .frame { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.cell.text.editing .output { display: none; }
.statements { display: flex; gap: 0.6rem; align-items: flex-start; }
.run { flex: none; min-height: 1.9rem; padding: 0 0.6rem; color: var(--accent); border-color: var(--line); }
.clock { flex: none; font-size: 0.85rem; padding-top: 0.3rem; }
.cell.running .run { opacity: 0.4; }
textarea::placeholder, input::placeholder { color: var(--faint); opacity: 1; }
.cell .tools { position: absolute; right: 0.4rem; bottom: -0.9rem; display: flex; gap: 0.2rem; opacity: 0; z-index: 2; }
.cell:hover .tools, .cell:focus-within .tools { opacity: 1; }
.output:not(:empty) { margin-top: 0.3rem; }
.cell.code .output:not(:empty) { border-top: 1px dashed var(--line); padding-top: 0.4rem; }
.value { display: flex; flex-wrap: wrap; align-items: center; gap: 0.8rem; padding: 0.1rem 0; min-width: 0; }
.value > div { overflow-x: auto; max-width: 100%; padding: 0.1rem 0; }
.picture { display: block; max-width: 100%; height: auto; margin: 0.5rem 0; border-radius: 8px; }
.result { display: grid; grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); gap: 0.2rem 1rem; padding: 0.25rem 0; border-bottom: 1px dotted var(--line); }
.result:last-child { border-bottom: 0; }
.statement { color: var(--faint); font-size: 0.85rem; white-space: pre; overflow: hidden; text-overflow: ellipsis; }
.download { font-weight: 600; }
.printed { color: var(--faint); }
.trouble { border-left: 3px solid var(--danger); padding: 0.1rem 0.8rem; margin: 0.4rem 0; }
.trouble p { margin: 0.2rem 0; }
.trouble .message { color: var(--danger); font-weight: 600; }
.trouble .line, .trouble .code { color: var(--faint); font-size: 0.85rem; }
.trouble .code { font-family: var(--keys); }
.place mark { background: var(--mark); color: inherit; text-decoration: underline wavy var(--danger); text-underline-offset: 3px; }
.completions { position: absolute; z-index: 6; left: 0; top: 100%; margin: 0; padding: 0.2rem; list-style: none; max-height: 15rem; width: min(100%, 36rem); overflow: auto; background: var(--card); border: 1px solid var(--line); border-radius: 6px; box-shadow: 0 6px 20px #0003; }
.completions li { padding: 0.15rem 0.4rem; border-radius: 4px; cursor: pointer; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.completions li[aria-selected="true"] { background: var(--other); }

.ask { display: flex; gap: 0.4rem; margin-bottom: 0.6rem; flex-wrap: wrap; }
.ask input { flex: 1; width: 100%; min-width: 8rem; padding: 0.3rem 0.6rem; min-height: 2.2rem; background: var(--card); border: 1px solid var(--line); border-radius: 6px; }
#tabs { display: flex; gap: 0.3rem; margin-bottom: 0.8rem; }
#tabs [aria-selected="true"] { background: var(--accent); border-color: var(--accent); color: var(--accent-ink); }
#tabs { flex-wrap: wrap; }
.help-page h3 { margin-top: 0.4em; overflow-wrap: anywhere; } .help-page dd { margin: 0 0 0.5rem 1rem; } .help-page dt { font-family: var(--keys); font-size: 0.9rem; }
.help-page pre { font-size: 0.85rem; overflow-x: auto; }
.help-page a code { text-decoration: underline; }
.example { border-left: 3px solid var(--line); padding-left: 0.7rem; margin: 0.5rem 0; }
.example-head { display: flex; gap: 0.5rem; align-items: flex-start; justify-content: space-between; }
#lesson { max-width: 48rem; }
.step { scroll-margin-top: 4rem; border-bottom: 1px solid var(--line); padding-bottom: 1rem; }
.step h3 { color: var(--faint); font-size: 0.9rem; font-weight: 600; margin-top: 1rem; }
.step h3:focus { outline: none; }
.shown-code { background: var(--card); border: 1px solid var(--line); border-radius: 6px; padding: 0.4rem 0.7rem; }
.step > .output { margin: 0.2rem 0 0.6rem 0.7rem; }
.hint { color: var(--faint); }
.verdict { font-weight: 600; min-height: 1.5em; }
.verdict.right { color: var(--win-ink); }
.next { background: var(--accent); border-color: var(--accent); color: var(--accent-ink); font-weight: 600; }

@media (max-width: 60rem) {
  main { grid-template-columns: minmax(0, 1fr); padding: 0.6rem; }
  aside { position: static; max-height: none; }
  .statements { display: flex; gap: 0.6rem; align-items: flex-start; }
.run { flex: none; min-height: 1.9rem; padding: 0 0.6rem; color: var(--accent); border-color: var(--line); }
.clock { flex: none; font-size: 0.85rem; padding-top: 0.3rem; }
.cell.running .run { opacity: 0.4; }
textarea::placeholder, input::placeholder { color: var(--faint); opacity: 1; }
.cell .tools { position: static; margin-top: 0.4rem; justify-content: flex-end; flex-wrap: wrap; opacity: 1; }
  .cell:not(:focus-within) .tools { display: none; }
  header { position: static; }
  #stop { position: fixed; right: 1rem; bottom: 1rem; z-index: 8; }
  .result { grid-template-columns: minmax(0, 1fr); }
}
@media (prefers-reduced-motion: reduce) { * { scroll-behavior: auto !important; } }
@media print { header, aside, .tools { display: none !important; } main { display: block; } }
/* The board alone, in a panel of an editor. */
.alone :is(nav, #left) { display: none; }
.alone header { position: static; padding: 0; border: 0; }
.alone h1 { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.alone main { display: block; padding: 0; }
.alone aside { position: static; max-height: none; border: 0; border-radius: 0; }
`;var dt=`/* The board in the cell of a notebook. */

:host { border: 1px solid var(--line); border-radius: 8px; padding: 0.8rem 1rem; container-type: inline-size; }
@container (min-width: 44rem) { .table { display: grid; grid-template-columns: minmax(0, 3fr) minmax(16rem, 2fr); gap: 1.5rem; } }
`;var tr={ok:!1,message:"the kernel that had this board is gone",help:"run its cell again"},rr={ok:!1,stopped:!0,message:"stopped"},ne=class extends EventTarget{#e;#r=new Map;#t=0;constructor(e){super(),this.#e=e,e.on("msg:custom",({id:t,answer:s})=>this.#s(t,JSON.parse(s)))}get isBusy(){return this.#r.size>0}ask(e){let t=this.#t++;try{this.#e.send({id:t,request:JSON.stringify(e)})}catch{return Promise.resolve(tr)}return new Promise(s=>this.#r.set(t,s))}stop(){let e=[...this.#r.keys()];this.#e.send({stop:e});for(let t of e)this.#s(t,rr)}#s(e,t){this.#r.get(e)?.(t),this.#r.delete(e),this.isBusy||this.dispatchEvent(new Event("idle"))}},pt=()=>document.body.dataset.jpThemeLight==="false"||document.body.classList.contains("vscode-dark")||document.documentElement.getAttribute("theme")==="dark",sr=r=>r.replaceAll(':root[data-theme="dark"]',':host([data-theme="dark"])').replaceAll(":root",":host").replace(/^body \{/m,":host { display: block;");function nr({model:r,el:e}){let t=a("div",{class:"board"});e.attachShadow({mode:"open"}).append(a("style",{},[ct,lt,dt].map(sr).join(`
`)),t);let n=()=>e.dataset.theme=pt()?"dark":"light";Me(pt),n();let i=new MutationObserver(n);i.observe(document.body,{attributes:!0});let o=new ne(r),l=new U(t,o,{}),c=()=>{let{position:d,rule:h,...p}=Object.fromEntries(["position","mover","machine","answers","rule"].map(u=>[u,r.get(u)]));return l.open(d,h?{...p,rule:h}:p)};r.on("change:position",()=>r.get("position")!==l.position&&c());for(let d of["mover","machine","rule"])r.on(`change:${d}`,()=>r.get(d)!==l[d].value&&c());return r.on("change:answers",()=>r.get("answers")!==l.answers.checked&&l.hide(!r.get("answers"))),l.addEventListener("shown",()=>{let d={position:l.position,answers:l.answers.checked,mover:l.mover.value,machine:l.machine.value,rule:l.rule.value};for(let[h,p]of Object.entries(d))r.set(h,p);r.save_changes()}),o.ask({do:"inks"}).then(({inks:d})=>d&&Le(d)),c(),()=>i.disconnect()}var Us={render:nr};export{Us as default};
