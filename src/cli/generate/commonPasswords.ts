/** Words that people take for passwords: English and brand-free words, names, and Chinese words and phrases in pinyin. */
const words =
  `password passwd pass passw0rd p@ssw0rd p@ssword pa55word pwd admin administrator root user guest test tester demo login welcome
letmein master superman batman spiderman dragon monkey tiger lion eagle panda shadow sunshine princess prince flower rainbow summer winter spring
autumn football baseball basketball soccer hockey computer internet system server service support manager office company secret private hello
hi iloveyou ilove loveyou loveme lovely love baby babygirl babyboy angel devil heaven hunter ranger killer pepper ginger cookie chocolate banana
orange apple cherry lemon mango coffee freedom liberty trust trustno1 whatever nothing something forever always never money dollar silver golden
diamond crystal purple yellow green black white blue pink star stars moon sun galaxy universe jordan michael jennifer jessica daniel thomas robert
william charlie george harry andrew joshua matthew anthony ashley amanda michelle nicole samantha hannah sophie alice anna maria lucy lily rose
david james john peter paul mark kevin jason steven brian eric jack tom jerry tony leo max sam ben bob andy amy emma linda lisa susan mary jane
starwars pokemon naruto matrix phoenix mustang ferrari porsche toyota samsung google windows android iphone nokia music guitar piano dancer singer
teacher student doctor soldier captain school college family mother father mama papa brother sister friend friends happy lucky smile sweet honey
sugar candy kitty puppy buddy snoopy garfield mickey winnie snowman santa christmas easter birthday january february march april june july august
september october november december monday friday sunday london paris berlin tokyo newyork america china chinese canada france germany japan korea
asdf asdfgh asdfghjkl asdfjkl qwer qwert qwerty qwertyuiop qazwsx qazwsxedc zxcv zxcvbn zxcvbnm zaqwsx zaq1 xsw2 qweasd qweasdzxc qwe asd zxc abc
abcd abcde abcdef abcdefg abcdefgh aaa aaaa aaaaaa aa bb cc dd qq ww ss xx zz wo ni ta access active change changeme default temp temporary new
newpass mypass mypassword mima wodemima mimama mimashi woaini woaini1314 woainima aini ainio woaiwojia woaini520 woaiwo nihao nihaoma zaijian xiexie
zhongguo zhonghua beijing shanghai guangzhou shenzhen tianjin chongqing hangzhou nanjing wuhan chengdu xian suzhou ningbo qingdao dalian xiamen
changsha zhengzhou jinan shenyang harbin kunming hefei fuzhou nanchang guiyang nanning haikou lanzhou taiyuan urumqi lhasa xining yinchuan
guangdong zhejiang jiangsu shandong henan hebei hunan hubei sichuan fujian anhui jiangxi yunnan guizhou guangxi hainan shanxi gansu qinghai
taiwan xianggang aomen hongkong macau wangjun xiaoming xiaohong xiaohua xiaoli xiaoyu xiaolong xiaobao xiaotian xiaoxiao baobao beibei baobei
tiantian lele mengmeng yangyang dandan lingling tingting jingjing yuanyuan feifei weiwei fangfang lili yaoyao nannan linlin jiajia dongdong
xingxing niuniu maomao gougou laoda laoer laopo laogong baba mama gege jiejie didi meimei jiating shenghuo kuaile xingfu pingan jiankang facai
gongxi gongxifacai dajidali wanshiruyi xinnian chunjie zhongqiu guoqing yuandan laoshi xuesheng xuexiao daxue gaozhong chuzhong xiaoxue
tushuguan bowuguan wenhuaguan wenhua yishu yinyue meishu dushu dongman youxi dianying mingxing zuqiu lanqiu pingpang yumaoqiu gongfu taiji
longnian hunian tunian niunian manian yangnian jinian gounian zhunian shunian shenian houn tianxia diyi wudi yingxiong dashen tianshi mogui
admin888 guanliyuan yonghu ceshi denglu zhuce anquan wangluo diannao shouji weixin qqmima wangba taobao alipay zhifubao baidu tencent`.split(
    /\s+/,
  );

/** The most frequent family names and given names, in pinyin. */
const surnames =
  `wang li zhang liu chen yang zhao huang zhou wu xu sun hu zhu gao lin he guo ma luo liang song zheng xie han tang feng yu dong
xiao cheng cao yuan deng fu shen zeng peng lv su lu jiang cai jia ding wei xue ye yan pan du dai xia zhong tian ren fan fang shi yao tan liao
zou xiong jin hao kong bai cui kang mao qiu qin gu hou shao meng long wan duan lei qian`.split(/\s+/);
const givenNames =
  `wei fang na min jing li qiang lei jun yang yong yan jie juan tao ming chao xia ping gang hui hong bo bin yu ting peng fei xin
hao long jian hua mei lin ying dan xue dong liang`.split(/\s+/);

/** What is put behind a word. */
const endings = [
  '',
  '1',
  '12',
  '123',
  '1234',
  '12345',
  '123456',
  '1234567',
  '12345678',
  '123456789',
  '0',
  '00',
  '01',
  '007',
  '11',
  '111',
  '123123',
];
const luckyEndings = [
  '520',
  '521',
  '1314',
  '5201314',
  '66',
  '666',
  '6666',
  '88',
  '888',
  '8888',
  '99',
  '168',
  '321',
  '2008',
  '2020',
  '2025',
  '2026',
];
const marks = ['!', '@', '@123', '_123', '#', '.', '!@#'];

const rows = ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', '0123456789', 'abcdefghijklmnopqrstuvwxyz'];
const walks =
  `1qaz2wsx 1qaz2wsx3edc 1qaz2wsx3edc4rfv 1qaz@wsx 1q2w3e 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y q1w2e3 q1w2e3r4 q1w2e3r4t5 qaz123 qazwsx123 zaq12wsx
zaq1zaq1 zaq1xsw2 1qazxsw2 2wsx3edc 3edc4rfv qwe123 qwe123456 123qwe 123qweasd 123qweasdzxc qweasd123 qweqwe123 asd123 asd123456 123asd zxc123
zxc123456 123zxc qwer1234 1234qwer asdf1234 1234asdf zxcv1234 1234zxcv qwert12345 12345qwert qwerty123456 123456qwerty abc123 abc123456 123abc
123456abc abcd1234 1234abcd abcd123456 a1b2c3 a1b2c3d4 a1b2c3d4e5 1a2b3c 1a2b3c4d aaa111 111aaa aa1122 aabb1122 112233aa 147258369 159357 147258
258369 789456123 741852963 963852741 456789 qazwsxedcrfv !qaz2wsx 1qaz!qaz !@#$%^ !@#123 123!@# qwer!@#$ 1234!@#$ a123456789`.split(/\s+/);
const numbers =
  `123456 1234567 12345678 123456789 1234567890 654321 7654321 87654321 987654321 123123 123321 112233 121212 131313 101010 102030
111222 111222333 123123123 520520 5201314 1314520 13141314 520131 201314 7758521 7758258 584520 666888 888666 168168 668899 886886 789789 147147 258258
369369 456456 159159 100200 100100 110110 119119 120120 110120 110119 12301230 123654 123789 12344321 11223344 22334455 99887766 998877`.split(
    /\s+/,
  );
const letters = 'abcdefghijklmnopqrstuvwxyz'.split('');

/**
 * Lists passwords that are tried first by whoever guesses: made of well-known habits (words with digits behind, names in pinyin with
 * lucky numbers, walks over the keyboard, runs, repetitions and years), not copied from any collection.
 * @returns at least ten thousand, sorted, in small letters, of six characters and more
 */
function listCommonPasswords(): string[] {
  const found = [
    ...words.flatMap((word) => [...endings, ...luckyEndings, ...marks].map((ending) => word + ending)),
    ...surnames.flatMap((name) => [...endings, ...luckyEndings].flatMap((ending) => [name + ending, `${name}${name}${ending}`])),
    ...surnames.slice(0, 40).flatMap((surname) => givenNames.flatMap((given) => ['', '123'].map((ending) => surname + given + ending))),
    ...listRuns(),
    ...walks,
    ...numbers.flatMap((number) => [number, `a${number}`, `aa${number}`, `${number}a`, `q${number}`, `qq${number}`, `abc${number}`]),
    ...letters.flatMap((letter) =>
      ['123', '123456', '1234567', '123456789', '111111', '000000', '888888', '666666'].flatMap((digits) => [
        letter + digits,
        letter + letter + digits,
        letter.repeat(3) + digits,
        digits + letter,
      ]),
    ),
    ...Array.from({ length: 71 }, (_, number) => String(1960 + number)).flatMap((year) =>
      ['a', 'aa', 'abc', 'wang', 'li', 'qwe', 'pass'].map((word) => word + year),
    ),
  ];
  return [...new Set(found.map((password) => password.toLowerCase()))].filter((password) => password.length >= 6).sort();
}

/** Returns runs over the rows of the keyboard and the alphabet, there and back, and one character over and over. */
function listRuns(): string[] {
  const runs = rows
    .flatMap((row) => [row, row.split('').reverse().join('')])
    .flatMap((row) =>
      [6, 7, 8, 9, 10].flatMap((length) =>
        Array.from({ length: Math.max(0, row.length - length + 1) }, (_, from) => row.slice(from, from + length)),
      ),
    );
  const repeated = 'abcdefghijklmnopqrstuvwxyz0123456789'
    .split('')
    .flatMap((character) => [6, 7, 8, 9, 10, 11].map((length) => character.repeat(length)));
  return [...runs, ...repeated];
}

/** Where the list is kept. */
export const commonPasswordsPath = 'src/server/security/commonPasswords.txt';

/** Returns the list as it is kept, one in a line. */
export const generateCommonPasswords = async (): Promise<string> => `${listCommonPasswords().join('\n')}\n`;
