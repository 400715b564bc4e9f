/** What Word puts on the clipboard for a heading, emphasis, a list with another in it, and a table. */
export const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><head><meta name=Generator content="Microsoft Word 15">
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]--><style><!-- p.MsoNormal {mso-style-parent:""; font-size:12.0pt;} --></style></head>
<body lang=ZH-CN style='tab-interval:21.0pt'><!--StartFragment-->
<h1><span style='font-family:宋体;mso-ascii-font-family:"Times New Roman"'>探方概况</span><span lang=EN-US><o:p></o:p></span></h1>
<p class=MsoNormal style='text-indent:21.0pt'><span style='font-family:宋体'>出土<b style='mso-bidi-font-weight:normal'>玉琮</b>一件</span><span lang=EN-US><o:p>&nbsp;</o:p></span></p>
<p class=MsoListParagraph style='margin-left:21.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span lang=EN-US><span style='mso-list:Ignore'>1.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]><span style='font-family:宋体'>第一层</span></p>
<p class=MsoListParagraph style='margin-left:42.0pt;mso-list:l0 level2 lfo1'><!--[if !supportLists]--><span style='mso-list:Ignore'>·<span>&nbsp; </span></span><!--[endif]--><span>陶片</span></p>
<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>2.</span><![endif]>第二层</p>
<p class=MsoNormal><span lang=EN-US><o:p>&nbsp;</o:p></span></p>
<table class=MsoTableGrid border=1 style='mso-yfti-tbllook:1184'><tr style='mso-yfti-irow:0'><td width=277 valign=top style='border:solid windowtext 1.0pt'><p class=MsoNormal><span style='font-family:宋体'>玉器</span></p></td></tr></table>
<img width=300 src="file:///C:/Users/a/AppData/image001.png"><!--EndFragment--></body></html>`;
